/** The application without a terminal: keys in, states and effects out. Filter and search are done at once, on a comparison too. */
import type { Action } from "../../src/app/action.ts";
import { DiffNarrowing } from "../../src/app/diff/diff-narrowing.ts";
import type { Effect } from "../../src/app/effect.ts";
import { initialState } from "../../src/app/initial-state.ts";
import { filterContextOf, sideContextOf } from "../../src/app/narrowing/filter-facts.ts";
import { FilterJob } from "../../src/app/narrowing/filter-job.ts";
import { selectedIndex } from "../../src/app/narrowing/visible.ts";
import type { State } from "../../src/app/state.ts";
import { update } from "../../src/app/update.ts";
import { searcher, searchMatcher } from "../../src/query/search/search.ts";
import type { Run } from "../../src/run/run.ts";
import { decode, flush, NO_INPUT } from "../../src/terminal/input.ts";
import type { InputEvent } from "../../src/terminal/input-event.ts";
import { keyBytes } from "../support/key-bytes.ts";
import { type GivenRow, RunOf } from "../support/run-of.ts";

export interface Driver {
  state: State;
  /** All effects so far that are not done here. */
  readonly effects: Effect[];
  /** Keys apart by spaces: "j j enter". */
  press(keys: string): Driver;
  /** Characters as they are. */
  type(text: string): Driver;
  act(action: Action): Driver;
  readonly step: string;
  /** The toast's text; "" while there is none. */
  readonly toast: string;
}

export function app(run: Run | readonly GivenRow[], size = { columns: 120, rows: 30 }): Driver {
  const opened = "length" in run && Array.isArray(run) ? new RunOf(run as readonly GivenRow[]) : (run as Run);
  const driver: Driver = {
    state: initialState([opened], size, { unicode: true, theme: "dark", time: "duration", mouse: false }),
    effects: [],
    press: (keys) => events(keyBytes(keys)).reduce((_, key) => driver.act(actionOf(key)), driver),
    type: (text) => events(text).reduce((_, key) => driver.act(actionOf(key)), driver),
    act: (action) => {
      const result = update(driver.state, action);
      driver.state = result.state;
      for (const effect of result.effects) perform(driver, effect);
      return driver;
    },
    get step() {
      return driver.state.list.step;
    },
    get toast() {
      return driver.state.toast?.text ?? "";
    },
  };
  return driver;
}

function events(bytes: string): readonly InputEvent[] {
  const { state, events: decoded } = decode(NO_INPUT, Buffer.from(bytes));
  return [...decoded, ...flush(state).events];
}

function actionOf(event: InputEvent): Action {
  if (event.type === "key") return { type: "key", key: event };
  if (event.type === "paste") return { type: "paste", text: event.text };
  if (event.type === "mouse") return { type: "mouse", mouse: event };
  throw new Error(`no action for ${event.type}`);
}

function perform(driver: Driver, effect: Effect): void {
  const { run, diff } = driver.state;
  if (effect.type === "filter-diff" || effect.type === "search-diff") {
    if (!diff?.result) return;
    const narrowing = new DiffNarrowing((action) => driver.act(action));
    if (effect.type === "search-diff") narrowing.search(diff.result, effect.text, diff.selected);
    else narrowing.filter(diff.result, effect.text, (side) => sideContextOf(() => driver.state, side));
    narrowing.advance(Number.POSITIVE_INFINITY);
    return;
  }
  if (effect.type === "filter") {
    const { text } = effect;
    const job =
      text === ""
        ? undefined
        : FilterJob.start(
            run,
            text,
            filterContextOf(() => driver.state),
          );
    if (job instanceof FilterJob) {
      job.advance(Number.POSITIVE_INFINITY);
      driver.act({ type: "filtered", text, rows: job.rows, complete: true, hints: job.hints });
    } else if (job) driver.act({ type: "filter-problem", text, problem: job });
    else driver.act({ type: "filtered", text, rows: [], complete: true, hints: [] });
  } else if (effect.type === "search" && effect.text !== "") {
    const matcher = searchMatcher(effect.text);
    if ("problem" in matcher) throw new Error(matcher.problem);
    const search = searcher(run, matcher, Math.max(0, selectedIndex(driver.state)));
    search.advance(Number.POSITIVE_INFINITY);
    driver.act({ type: "found", text: effect.text, hits: search.hits, scanned: search.searched, complete: true });
  } else driver.effects.push(effect);
}
