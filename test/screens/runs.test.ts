import { describe, expect, test } from "vitest";
import { initialState } from "../../src/app/initial-state.ts";
import { openedList } from "../../src/app/runs-list.ts";
import type { State } from "../../src/app/state.ts";
import { update } from "../../src/app/update.ts";
import { type Grid, toLines } from "../../src/cells/grid.ts";
import { Catalog } from "../../src/run/catalog/catalog.ts";
import { namedPlace } from "../../src/run/catalog/place.ts";
import { readFacts } from "../../src/run/catalog/read-facts.ts";
import { NO_RUN } from "../../src/run/no-run.ts";
import { app } from "../app/driver.ts";
import { claudeSession, machine, NOON, nativeRun } from "../support/machine.ts";
import { fareRun } from "./fare-run.ts";
import { showing } from "./stage.ts";

const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 140, rows: 40 },
] as const;

/** Three runs: one that failed, its fork, and a session of another tool; the newest a minute old. */
async function runs(size: State["size"], theme: string): Promise<State> {
  const box = machine();
  box.put("work/a.vcr", nativeRun({ id: "r_a" }, "Book a flight", { status: "error" }), 60);
  box.put("work/b.vcr", nativeRun({ id: "r_b", parent: { kind: "fork", id: "r_a", at: 0 } }, "Book a flight"), 2);
  box.put("work/c.jsonl", claudeSession("3f1c9a52-7f0e-4b61-9c35-0d8a4b1e2f60", "Fix the build"), 1);
  const catalog = new Catalog({ places: [namedPlace(box.cwd)] });
  catalog.list(Number.POSITIVE_INFINITY);
  const pause = () => Promise.resolve();
  for (let job = catalog.next(); job; job = catalog.next())
    catalog.take(job.path, await readFacts(job.path, { ...job, pause }));
  const first = initialState([NO_RUN], size, { unicode: true, theme, time: "duration", mouse: false });
  const opened: State = { ...first, clock: NOON, screens: ["runs"], runsList: openedList(catalog) };
  return update(opened, { type: "catalog" }).state;
}

/** Rows that say something, the map of the list aside. */
function used(text: string): string {
  return `\n${text
    .replaceAll(/\S*\/vcr-test-\w+\/work/g, "WORK")
    .replace(/(runs ▸ WORK) +/, "$1 ")
    .split("\n")
    .filter((row) => !/^ *[│█]? *$/.test(row))
    .join("\n")}\n`;
}

/** A row of the grid, each piece with how it is drawn in front of it. */
function drawn(grid: Grid, y: number): string {
  return (toLines(grid)[y] ?? [])
    .map(({ style, text }) => {
      const set = Object.entries(style)
        .filter(([, value]) => value !== undefined && value !== false)
        .sort(([one], [other]) => (one < other ? -1 : 1));
      return `<${set.map(([name, value]) => (value === true ? name : `${name}=${JSON.stringify(value)}`)).join(" ")}>${text.trimEnd()}`;
    })
    .join("\n");
}

describe("the list of runs", () => {
  test("marks a run that is being written, in words", async () => {
    const listed = await runs(SIZES[1], "mono");
    const path = listed.runsList.catalog.entries.find(({ file }) => file.path.endsWith("b.vcr"))?.file.path ?? "";
    const { state } = update(listed, { type: "runs-live", paths: [path] });
    expect(showing().text(state)).toMatch(/└ {2}LIVE {2}fork at 0 · Book a flight/);
  });

  test("at 80x24", async () => {
    expect(used(showing().text(await runs(SIZES[0], "dark")))).toMatchInlineSnapshot(`
      "
       runs ▸ WORK 3 runs
           age steps  err  tokens     size first prompt
      ▶  1 min                       855 B Fix the build
           1 h                       463 B Book a flight
         2 min                       503 B └ fork at 0 · Book a flight
      ────────────────────────────────────────────────────────────────────────────────
       asked        Fix the build
       totals       reading
       folder       /home/dev/app
       written by   Claude Code 2.0.14, Claude Code session
       created      2026-05-01 10:00:00
       file         WORK/c.jsonl  855 B
       run 1 of 3 · WORK
       ? help  Enter open  / find  J preview  ^P commands  q quit
      "
    `);
  });

  test("at 140x40", async () => {
    expect(used(showing().text(await runs(SIZES[1], "dark")))).toMatchInlineSnapshot(`
      "
       runs ▸ WORK 3 runs
        id          age steps  err  tokens     size format      first prompt
      ▶ c         1 min                       855 B claude-code Fix the build
        a           1 h                       463 B vcr         Book a flight
        b         2 min                       503 B vcr         └ fork at 0 · Book a flight
      ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
       asked        Fix the build
       totals       reading
       folder       /home/dev/app
       written by   Claude Code 2.0.14, Claude Code session
       created      2026-05-01 10:00:00
       file         WORK/c.jsonl  855 B
       run 1 of 3 · WORK
       ? help  Enter open  / find  J preview  ^P commands  q quit
      "
    `);
  });

  test("says the same in every theme", async () => {
    for (const size of SIZES) {
      const [dark, ...others] = await Promise.all(
        ["dark", "light", "high-contrast", "mono"].map(async (theme) => used(showing().text(await runs(size, theme)))),
      );
      for (const other of others) expect(other).toBe(dark);
    }
  });

  test("a fork, in the dark and in the light theme", async () => {
    const rows = async (theme: string) => `\n${drawn(showing().grid(await runs(SIZES[0], theme)), 4)}\n`;
    expect(await rows("dark")).toMatchInlineSnapshot(`
      "
      <bold>
      <dim> 2 min
      <bold fg=1>
      <dim>           503 B
      <bold fg=5>└ fork at 0 ·
      <>Book a flight
      <dim>
      "
    `);
    expect(await rows("light")).toMatchInlineSnapshot(`
      "
      <bold>
      <dim> 2 min
      <bold fg=1>
      <dim>           503 B
      <bold fg=5>└ fork at 0 ·
      <>Book a flight
      <dim>
      "
    `);
  });
});

test("an error in the list of events, in the dark and in the light theme", async () => {
  const run = await fareRun();
  const row = (theme: string) => {
    const trace = app(run, SIZES[0]);
    trace.state = { ...trace.state, options: { ...trace.state.options, theme } };
    return `\n${drawn(showing().grid(trace.state), 3)}\n`;
  };
  expect(row("dark")).toMatchInlineSnapshot(`
    "
    <>
    <dim> 0a
    <>
    <fg=3>⚙ tool
    <> search
    <bold fg=1>✗ error: tim…✗
    <dim>│
    <>
    <bold fg=5>system
    <>
    "
  `);
  expect(row("light")).toMatchInlineSnapshot(`
    "
    <>
    <dim> 0a
    <>
    <fg=1>⚙ tool
    <> search
    <bold fg=1>✗ error: tim…✗
    <dim>│
    <>
    <bold fg=5>system
    <>
    "
  `);
});

test("mono draws no colour anywhere", async () => {
  for (const state of [await runs(SIZES[1], "mono")]) {
    const pieces = toLines(showing().grid(state)).flat();
    expect(pieces.filter(({ style }) => style.fg !== undefined || style.bg !== undefined)).toEqual([]);
  }
});
