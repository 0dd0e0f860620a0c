import { describe, expect, test } from "vitest";
import type { Effect } from "../../src/app/effect.ts";
import { initialState } from "../../src/app/initial-state.ts";
import { loadLabelSearch } from "../../src/app/narrowing/label-search.ts";
import { openedList, shownRuns } from "../../src/app/runs-list.ts";
import type { State } from "../../src/app/state.ts";
import { update } from "../../src/app/update.ts";
import { Catalog } from "../../src/run/catalog/catalog.ts";
import { namedPlace } from "../../src/run/catalog/place.ts";
import { readFacts } from "../../src/run/catalog/read-facts.ts";
import { NO_RUN } from "../../src/run/no-run.ts";
import { machine, nativeRun } from "../support/machine.ts";
import { RunOf } from "../support/run-of.ts";

const OPTIONS = { unicode: true, theme: "dark", time: "duration", mouse: false } as const;

/** The list of runs with these prompts, the first the newest; all heads are read. */
async function listOf(prompts: readonly string[]): Promise<App> {
  const box = machine();
  for (const [n, prompt] of prompts.entries()) box.put(`work/${n}.vcr`, nativeRun({ id: `r_${n}` }, prompt), n);
  const catalog = new Catalog({ places: [namedPlace(box.cwd)] });
  catalog.list(Number.POSITIVE_INFINITY);
  const pause = () => Promise.resolve();
  for (let job = catalog.next(); job; job = catalog.next())
    catalog.take(job.path, await readFacts(job.path, { ...job, pause }));
  const first = initialState([NO_RUN], { columns: 100, rows: 30 }, OPTIONS);
  return new App({ ...first, screens: ["runs"], runsList: openedList(catalog) });
}

class App {
  state: State;
  effects: readonly Effect[] = [];

  constructor(state: State) {
    this.state = state;
    this.act({ type: "catalog" });
  }

  act(action: Parameters<typeof update>[1]): void {
    const result = update(this.state, action);
    this.state = result.state;
    this.effects = result.effects;
  }

  press(keys: string): void {
    for (const name of keys.split(" "))
      this.act({ type: "key", key: { name, ctrl: false, alt: false, shift: false, sequence: "" } });
  }

  /** The name of the selected run's file, without its ending. */
  get selected(): string {
    return /(\d+)\.vcr$/.exec(this.state.runsList.selected)?.[1] ?? "none";
  }

  get shown(): readonly (string | undefined)[] {
    return shownRuns(this.state).map(({ facts }) => facts?.prompt);
  }
}

describe("the list of runs", () => {
  test("begins on the newest, moves by keys and counts, and stops at its ends", async () => {
    const app = await listOf(["a", "b", "c", "d"]);
    const places = ["j", "2 j", "j", "k", "g", "G", "2 G"].map((keys) => {
      app.press(keys);
      return app.selected;
    });
    expect(places).toEqual(["1", "3", "3", "2", "0", "3", "1"]);
  });

  test("Enter opens the selected run, q at the root quits", async () => {
    const app = await listOf(["a", "b"]);
    app.press("j enter");
    expect(app.effects).toEqual([{ type: "open-run", path: app.state.runsList.selected }]);
    app.press("q");
    expect(app.effects).toEqual([{ type: "quit", code: 0 }]);
  });

  test("a run that was opened is closed by q, and the list is where it was, looked through again", async () => {
    const app = await listOf(["a", "b", "c"]);
    app.press("j j");
    const runs = [new RunOf([{ kind: "llm" }])];
    app.act({ type: "opened", runs, kept: { annotations: app.state.annotations } });
    expect(app.state).toMatchObject({ screens: ["runs", "trace"], run: runs[0], list: { step: "0" } });
    app.press("q");
    expect(app.state.screens).toEqual(["runs"]);
    expect(app.selected).toBe("2");
    expect(app.effects).toEqual([{ type: "list-runs" }]);
  });

  test("the same run opened again is where it was", async () => {
    const app = await listOf(["a"]);
    const runs = [new RunOf([{ kind: "llm" }, { kind: "llm" }])];
    const kept = { annotations: app.state.annotations };
    app.act({ type: "opened", runs, kept });
    app.press("j q");
    app.act({ type: "opened", runs, kept });
    expect(app.state.list.step).toBe("1");
  });

  test("commands of the events do nothing here", async () => {
    const app = await listOf(["a", "b"]);
    app.press("s");
    expect(app.effects).toEqual([]);
    app.press(": 1 enter");
    expect(app.state.toast?.text).toMatch(/no command ":1"/);
  });

  test("where nothing was found Enter opens a sample", async () => {
    const app = await listOf([]);
    app.press("enter");
    expect(app.effects).toEqual([{ type: "open-sample" }]);
  });
});

describe("finding", () => {
  test("shows what holds every word while it is typed; Enter keeps it, Esc shows all again", async () => {
    const app = await listOf(["book a flight", "mean of a table", "flight to Oslo"]);
    app.press("/ F l i");
    expect(app.shown).toEqual(["book a flight", "flight to Oslo"]);
    app.press("space o s l");
    expect(app.shown).toEqual(["flight to Oslo"]);
    app.press("enter");
    expect([app.selected, app.state.prompt]).toEqual(["2", null]);
    app.press("esc");
    expect(app.shown).toHaveLength(3);
  });

  test("given up with Esc shows what was shown before", async () => {
    const app = await listOf(["book a flight", "mean of a table"]);
    app.press("/ m e a n enter");
    app.press("/ x esc");
    expect(app.shown).toEqual(["mean of a table"]);
  });

  test("what is alike comes after what holds the words, and only for what is still looked for", async () => {
    const app = await listOf(["fix gatway config", "add logging to gateway", "mean of a table"]);
    app.press("/ g a t w a y");
    const search = await loadLabelSearch();
    const labels = ["fix gatway config", "add logging to gateway", "mean of a table"].map((prompt, n) => {
      const entry = app.state.runsList.catalog.entries[n];
      return `${prompt} ${entry?.file.path} r_${n}`;
    });
    const job = search("gatway", labels);
    while (!job.advance(Number.POSITIVE_INFINITY));
    app.act({ type: "runs-alike", query: "older", labels });
    expect(app.shown).toEqual(["fix gatway config"]);
    app.act({ type: "runs-alike", query: "gatway", labels: job.found() });
    expect(app.shown).toEqual(["fix gatway config", "add logging to gateway"]);
  });

  test("a word with a digit has to stand there as it is", async () => {
    const search = await loadLabelSearch();
    const job = search("number 1234", ["number 1235", "numbr 1234 here"]);
    while (!job.advance(Number.POSITIVE_INFINITY));
    expect(job.found()).toEqual(["numbr 1234 here"]);
  });
});
