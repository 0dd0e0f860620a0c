import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Catalog } from "../../src/run/catalog/catalog.ts";
import { namedPlace, usualPlaces } from "../../src/run/catalog/place.ts";
import { readFacts } from "../../src/run/catalog/read-facts.ts";
import { claudeSession, type Machine, machine, nativeRun } from "../support/machine.ts";

const pause = () => Promise.resolve();
const whole = { whole: true, pause };

async function readAllHeads(catalog: Catalog): Promise<void> {
  catalog.list(Number.POSITIVE_INFINITY);
  for (let job = catalog.next(); job; job = catalog.next())
    catalog.take(job.path, await readFacts(job.path, { ...job, pause }));
}

function usual({ surroundings }: Machine): Catalog {
  return new Catalog({ places: usualPlaces(surroundings) });
}

function names(catalog: Catalog, { home }: Machine): readonly string[] {
  return catalog.entries.map(({ file }) => file.path.slice(home.length + 1));
}

test("runs of all places are listed newest first before any of them has been read", () => {
  const box = machine();
  box.put("work/.vcr/one.vcr", nativeRun({}, "x"), 5);
  box.put("work/beside.vcr.gz", "", 4);
  box.put(".claude/projects/app/s1.jsonl", claudeSession("s1", "x"), 1);
  box.put(".codex/sessions/2026/05/07/rollout-1.jsonl", "", 3);
  box.put(".codex/archived_sessions/rollout-2.jsonl", "", 9);
  const catalog = usual(box);
  expect(catalog.list(Number.POSITIVE_INFINITY)).toBe(true);
  expect(names(catalog, box)).toEqual([
    ".claude/projects/app/s1.jsonl",
    ".codex/sessions/2026/05/07/rollout-1.jsonl",
    "work/beside.vcr.gz",
    "work/.vcr/one.vcr",
    ".codex/archived_sessions/rollout-2.jsonl",
  ]);
});

test("a sub-agent's file, a history and what lies in the working folder besides recordings are no runs", () => {
  const box = machine();
  box.put(".claude/projects/app/s1/subagents/agent-1.jsonl", "", 0);
  box.put(".claude/projects/app/agent-2.jsonl", "", 0);
  box.put(".claude/history.jsonl", "", 0);
  box.put(".codex/history.jsonl", "", 0);
  box.put("work/package.json", "{}", 0);
  box.put("work/src/deep.vcr", nativeRun({}, "x"), 0);
  const catalog = usual(box);
  catalog.list(Number.POSITIVE_INFINITY);
  expect(names(catalog, box)).toEqual([]);
});

test("of a folder that was named, files that hold no run drop out once they are read", async () => {
  const box = machine();
  box.put("work/cassettes/a/one.vcr", nativeRun({}, "x"), 1);
  box.put("work/cassettes/package.json", '{"name":"x","version":"1"}', 0);
  box.put("work/cassettes/node_modules/two.vcr", nativeRun({}, "x"), 0);
  const catalog = new Catalog({ places: [namedPlace(join(box.cwd, "cassettes"))] });
  await readAllHeads(catalog);
  expect(names(catalog, box)).toEqual(["work/cassettes/a/one.vcr"]);
  expect(catalog.passedOver).toBe(1);
});

test("a folder that links to itself is walked once", () => {
  const box = machine();
  box.put("work/runs/one.vcr", nativeRun({}, "x"), 0);
  mkdirSync(join(box.cwd, "runs/in"));
  symlinkSync(join(box.cwd, "runs"), join(box.cwd, "runs/in/loop"));
  const catalog = new Catalog({ places: [namedPlace(join(box.cwd, "runs"))] });
  catalog.list(Number.POSITIVE_INFINITY);
  expect(names(catalog, box)).toEqual(["work/runs/one.vcr"]);
});

test("a head says format, title and first prompt, and no sums", async () => {
  const box = machine();
  const path = box.put("work/.vcr/one.vcr", nativeRun({ id: "r_1", title: "Trip" }, "Book a flight\nto Oslo"), 0);
  expect(await readFacts(path, { whole: false, pause })).toEqual({
    type: "facts",
    facts: {
      format: "vcr",
      formatTitle: "vcr trace",
      runs: 1,
      header: { id: "r_1", title: "Trip" },
      prompt: "Book a flight\nto Oslo",
    },
  });
});

test("a file read to its end has its sums", async () => {
  const box = machine();
  const path = box.put("work/.vcr/one.vcr", nativeRun({}, "x", { status: "error" }), 0);
  const result = await readFacts(path, whole);
  expect(result.type === "facts" && result.facts.sums).toMatchObject({
    steps: 1,
    errors: 1,
    tokens: 120,
    tokensAtLeast: false,
    models: ["gpt-4o-mini"],
    firstError: { step: "0" },
  });
});

test("runs of one file are added up, and what they cost comes from who knows prices", async () => {
  const box = machine();
  const path = box.put("work/two.vcr", nativeRun({ id: "a" }, "first") + nativeRun({ id: "b" }, "second"), 0);
  const costOf = () => ({ usd: 0.25, atLeast: true });
  const result = await readFacts(path, { ...whole, costOf });
  expect(result.type === "facts" && result.facts).toMatchObject({
    runs: 2,
    prompt: "first",
    sums: { steps: 2, tokens: 240, cost: 0.5, costAtLeast: true },
  });
});

test("what a tool put in tags before the prompt is not the prompt", async () => {
  const box = machine();
  const session = claudeSession("s1", "<command-name>/clear</command-name>") + claudeSession("s1", "Fix the build", 2);
  const path = box.put(".claude/projects/app/s1.jsonl", session, 0);
  for (const options of [whole, { whole: false, pause }]) {
    const result = await readFacts(path, options);
    expect(result.type === "facts" && result.facts.prompt).toBe("Fix the build");
  }
});

test("a file that cannot be read is a problem, one that is no trace is no run", async () => {
  const box = machine();
  expect(await readFacts(join(box.cwd, "gone.vcr"), whole)).toMatchObject({ type: "problem" });
  expect(await readFacts(box.put("work/x.vcr", "\u0000\u0001 no trace", 0), whole)).toEqual({ type: "no-run" });
  expect(await readFacts(box.put("work/y.vcr", "", 0), whole)).toEqual({ type: "no-run" });
});

test("rows in view are read first and to their end, then the heads of all others from the newest on", async () => {
  const box = machine();
  const [a = "", b = "", c = ""] = ["a", "b", "c"].map((name, age) =>
    box.put(`work/.vcr/${name}.vcr`, nativeRun({}, name), age),
  );
  const catalog = usual(box);
  catalog.list(Number.POSITIVE_INFINITY);
  catalog.want([c]);
  const order: unknown[] = [];
  for (let job = catalog.next(); job; job = catalog.next()) {
    order.push([job.path, job.whole]);
    catalog.take(job.path, await readFacts(job.path, { ...job, pause }));
  }
  expect(order).toEqual([
    [c, false],
    [c, true],
    [a, false],
    [b, false],
  ]);
  expect(catalog.complete).toBe(true);
});

test("looked through again it keeps what it knows, takes what is new, and reads again what has changed", async () => {
  const box = machine();
  box.put("work/.vcr/same.vcr", nativeRun({}, "same"), 5);
  box.put("work/.vcr/grown.vcr", nativeRun({}, "before"), 6);
  const catalog = usual(box);
  await readAllHeads(catalog);
  box.put("work/.vcr/grown.vcr", nativeRun({}, "after all"), 2);
  box.put("work/.vcr/new.vcr", nativeRun({}, "new"), 1);
  catalog.lookAgain();
  catalog.list(Number.POSITIVE_INFINITY);
  expect(catalog.entries.map(({ facts }) => facts?.prompt)).toEqual([undefined, undefined, "same"]);
  await readAllHeads(catalog);
  expect(catalog.entries.map(({ facts }) => facts?.prompt)).toEqual(["new", "after all", "same"]);
});
