import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Annotations, NO_ANNOTATIONS } from "../../src/app/annotations.ts";
import { keepAnnotations, keepView, loadKept } from "../../src/cli/kept-file.ts";
import type { Run } from "../../src/run/run.ts";
import { RunOf } from "../support/run-of.ts";
import { tempFolder } from "../support/temp-folder.ts";

let folder = "";
let state = "";
beforeEach(() => {
  folder = tempFolder();
  state = join(folder, "state");
  vi.stubEnv("XDG_STATE_HOME", state);
  return () => vi.unstubAllEnvs();
});

function runAt(name: string, format = "vcr"): Run {
  const path = join(folder, name);
  return new Proxy(new RunOf([]), {
    get: (run, key) => (key === "path" ? path : key === "format" ? format : Reflect.get(run, key)),
  });
}

const SOME: Annotations = {
  marks: new Set(["3a", "7"]),
  notes: new Map([["7", "here it went wrong"]]),
  breakpoints: [
    { id: 1, at: { step: "3a" }, on: true },
    { id: 2, at: { filter: "kind:tool dur>5s" }, on: false },
  ],
};

describe("marks, notes and breakpoints", () => {
  test("come back, in the order they were made", () => {
    const run = runAt("a.vcr");
    keepAnnotations(run, 0, SOME);
    expect(loadKept(run, 0).annotations).toEqual(SOME);
  });

  test("of a native run lie beside it", () => {
    keepAnnotations(runAt("a.vcr"), 0, SOME);
    expect(readdirSync(folder)).toContain("a.vcr.notes.json");
    expect(existsSync(state)).toBe(false);
  });

  test("of another tool's file leave its folder alone", () => {
    keepAnnotations(runAt("session.jsonl", "claude-code"), 0, SOME);
    expect(readdirSync(folder)).toEqual(["state"]);
    expect(loadKept(runAt("session.jsonl", "claude-code"), 0).annotations).toEqual(SOME);
  });

  test("of several runs in a file are kept apart", () => {
    for (const format of ["vcr", "chat"]) {
      const run = runAt("many", format);
      keepAnnotations(run, 0, SOME);
      expect(loadKept(run, 1).annotations).toEqual(NO_ANNOTATIONS);
      keepAnnotations(run, 1, { ...NO_ANNOTATIONS, marks: new Set(["0"]) });
      expect(loadKept(run, 0).annotations).toEqual(SOME);
    }
  });

  test("leave no file behind when the last one is gone", () => {
    const run = runAt("a.vcr");
    keepAnnotations(run, 0, SOME);
    keepAnnotations(run, 0, NO_ANNOTATIONS);
    expect(existsSync(`${run.path}.notes.json`)).toBe(false);
  });

  test.each([
    ["no JSON", "{"],
    ["something else", "[1, null]"],
    ["other shapes", '{"marks":{"a":1},"notes":["x"],"breakpoints":[null,{"at":1},{"at":{}}]}'],
  ])("a file that holds %s is none", (_, text) => {
    const run = runAt("a.vcr");
    writeFileSync(`${run.path}.notes.json`, text);
    expect(loadKept(run, 0).annotations).toEqual(NO_ANNOTATIONS);
  });

  test("keys that mean something to JavaScript are notes like others", () => {
    const run = runAt("a.vcr");
    keepAnnotations(run, 0, { ...NO_ANNOTATIONS, notes: new Map([["__proto__", "x"]]) });
    expect([...loadKept(run, 0).annotations.notes]).toEqual([["__proto__", "x"]]);
  });
});

describe("place, filter and folds", () => {
  test("come back, and lie in the state folder for every format", () => {
    const run = runAt("a.vcr");
    const view = { step: "12a", filter: "kind:tool", tab: 5, folds: new Map([["1:request#/messages", false]]) };
    keepView(run, 0, view);
    expect(loadKept(run, 0).view).toEqual(view);
    expect(readdirSync(folder)).toEqual(["state"]);
  });

  test("the newest 500 folds are kept", () => {
    const run = runAt("a.vcr");
    keepView(run, 0, { folds: new Map(Array.from({ length: 600 }, (_, n) => [String(n), true] as const)) });
    const folds = [...(loadKept(run, 0).view.folds?.keys() ?? [])];
    expect([folds.length, folds[0], folds.at(-1)]).toEqual([500, "100", "599"]);
  });

  test("a tab that does not exist is not come back to", () => {
    const run = runAt("a.vcr");
    keepView(run, 0, { tab: 9 });
    expect(loadKept(run, 0).view.tab).toBeUndefined();
  });

  test("are for nobody else to read", () => {
    keepView(runAt("a.vcr"), 0, { step: "1" });
    const [name = ""] = readdirSync(join(state, "vcr/view"));
    expect(statSync(join(state, "vcr/view", name)).mode & 0o077).toBe(0);
  });
});
