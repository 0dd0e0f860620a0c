/** A run on whose screen forks are drafted; what a draft comes to is worked out at once. */
import { draftOf } from "../../src/app/draft/draft-state.ts";
import { draftRows } from "../../src/app/draft/move.ts";
import { outlookSteps } from "../../src/app/draft/outlook.ts";
import type { Effect } from "../../src/app/effect.ts";
import { finished } from "../../src/diff/work.ts";
import type { EditSpec } from "../../src/fork/plan/edit-spec.ts";
import type { Run } from "../../src/run/run.ts";
import { agentEvents, openEvents } from "../support/agent-run.ts";
import { app, type Driver } from "./driver.ts";

/** Steps 0 and 0a, whose tool fails; 1, which says sorry; 1a, which books; 2. */
export function fareAgent(): Promise<Run> {
  const events = agentEvents({
    prompt: "Book UA 12.",
    params: { temperature: 0.5 },
    turns: [
      { calls: [{ name: "search", args: { flight: "UA 12" }, result: "timeout after 200 ms" }] },
      { calls: [{ name: "book", args: { fare: null, seats: [1, 2] }, result: '{"booked":false,"why":"no fare"}' }] },
      { text: "Sorry, no fare was found.\nShall I look again?" },
    ],
  });
  return openEvents(events.map((event, n) => ({ ...event, tokens: { in: 1000 * (n + 1), out: 10 } })));
}

export interface Drafting extends Driver {
  press(keys: string): Drafting;
  type(text: string): Drafting;
  /** Replaces what stands in the prompt, and accepts it. */
  enter(text: string): Drafting;
  /** To the line of the draft with this label. */
  line(label: string): Drafting;
  /** The lines of the draft: "label: text". */
  readonly lines: readonly string[];
  /** The lines with a label. */
  said(label: string): readonly string[];
  readonly edits: readonly EditSpec[];
  readonly screen: string | undefined;
  last<T extends Effect["type"]>(type: T): (Effect & { readonly type: T }) | undefined;
}

export function drafting(run: Run, world: { environment?: Record<string, string>; here?: boolean } = {}): Drafting {
  const { environment = { OPENAI_API_KEY: "k" }, here = true } = world;
  const driver = app(run);
  const settle = (): Drafting => {
    const wanted = driver.effects.splice(0).filter((effect) => {
      if (effect.type !== "plan-fork") return true;
      const draft = draftOf(driver.state);
      if (!draft) return false;
      const outlook = finished(outlookSteps(draft, { environment, here, prices: driver.state.prices }));
      driver.act({ type: "outlook", run: draft.run, progress: 1, outlook });
      return false;
    });
    driver.effects.push(...wanted);
    return self;
  };
  const wrap = (act: () => unknown): Drafting => {
    act();
    return settle();
  };
  const self: Drafting = {
    get state() {
      return driver.state;
    },
    set state(state) {
      driver.state = state;
    },
    effects: driver.effects,
    press: (keys) => keys.split(" ").reduce((_, key) => wrap(() => driver.press(key)), self),
    type: (text) => wrap(() => driver.type(text)),
    act: (action) => wrap(() => driver.act(action)),
    enter: (text) => {
      driver.press("ctrl-u");
      if (text !== "") driver.act({ type: "paste", text });
      return wrap(() => driver.press("enter"));
    },
    line: (label) => {
      self.press("g");
      for (let n = 0; !current(self)?.startsWith(`${label}: `); n++) {
        if (n > 50) throw new Error(`no line ${label} among ${self.lines.join("; ")}`);
        self.press("j");
      }
      return self;
    },
    get step() {
      return driver.step;
    },
    get toast() {
      return driver.toast;
    },
    get lines() {
      return rowsOf(self).map(({ text }) => text);
    },
    said: (label) =>
      self.lines.filter((text) => text.startsWith(`${label}: `)).map((text) => text.slice(label.length + 2)),
    get edits() {
      return draftOf(driver.state)?.edits ?? [];
    },
    get screen() {
      return driver.state.screens.at(-1);
    },
    last: (type) =>
      driver.effects.findLast((effect): effect is Extract<Effect, { type: typeof type }> => effect.type === type),
  };
  return self;
}

/** A row for each line: nothing is wrapped at this width. */
function rowsOf({ state }: Driver): readonly { readonly text: string; readonly selected: boolean }[] {
  const draft = draftOf(state);
  if (!draft) return [];
  return draftRows(draft, 1000)
    .filter(({ line }) => line.text !== "")
    .map(({ line, selected }) => ({ text: `${line.label}: ${line.text}`, selected }));
}

function current(driver: Driver): string | undefined {
  return rowsOf(driver).find(({ selected }) => selected)?.text;
}
