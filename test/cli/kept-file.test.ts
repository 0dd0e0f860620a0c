import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Annotations, NO_ANNOTATIONS } from "../../src/app/annotations.ts";
import { draftWithoutSecrets } from "../../src/cli/screen/draft-without-secrets.ts";
import { type KeptView, keepNotes, keepView, loadKept } from "../../src/cli/screen/kept-file.ts";
import { Masker } from "../../src/redact/masker.ts";
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
    keepNotes(run, 0, { annotations: SOME });
    expect(loadKept(run, 0).annotations).toEqual(SOME);
  });

  test("are kept without a secret that somebody typed, in a note as in the filter of a breakpoint", () => {
    const run = runAt("a.vcr");
    const key = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");
    const breakpoints = [{ id: 1, at: { filter: `req:"${key}"` }, on: true }];
    keepNotes(run, 0, { annotations: { ...SOME, notes: new Map([["7", `the key is "${key}"`]]), breakpoints } });
    expect(readFileSync(join(folder, "a.vcr.notes.json"), "utf8")).not.toContain(key);
    expect(loadKept(run, 0).annotations.notes.get("7")).toBe('the key is "<GITHUB_TOKEN>"');
  });

  test("of a native run lie beside it", () => {
    keepNotes(runAt("a.vcr"), 0, { annotations: SOME });
    expect(readdirSync(folder)).toContain("a.vcr.notes.json");
    expect(existsSync(state)).toBe(false);
  });

  test("of another tool's file leave its folder alone", () => {
    keepNotes(runAt("session.jsonl", "claude-code"), 0, { annotations: SOME });
    expect(readdirSync(folder)).toEqual(["state"]);
    expect(loadKept(runAt("session.jsonl", "claude-code"), 0).annotations).toEqual(SOME);
  });

  test("of several runs in a file are kept apart", () => {
    for (const format of ["vcr", "chat"]) {
      const run = runAt("many", format);
      keepNotes(run, 0, { annotations: SOME });
      expect(loadKept(run, 1).annotations).toEqual(NO_ANNOTATIONS);
      keepNotes(run, 1, { annotations: { ...NO_ANNOTATIONS, marks: new Set(["0"]) } });
      expect(loadKept(run, 0).annotations).toEqual(SOME);
    }
  });

  test("leave no file behind when the last one is gone", () => {
    const run = runAt("a.vcr");
    keepNotes(run, 0, { annotations: SOME });
    keepNotes(run, 0, { annotations: NO_ANNOTATIONS });
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
    keepNotes(run, 0, { annotations: { ...NO_ANNOTATIONS, notes: new Map([["__proto__", "x"]]) } });
    expect([...loadKept(run, 0).annotations.notes]).toEqual([["__proto__", "x"]]);
  });
});

describe("the draft of a fork", () => {
  const draft = { at: "2", edits: [{ step: "1a", pointer: "/result", value: "3 rooms" }], model: "dear" };

  test("comes back, beside a native run, without marks too", () => {
    const run = runAt("a.vcr");
    keepNotes(run, 0, { annotations: NO_ANNOTATIONS, draft });
    expect(readdirSync(folder)).toContain("a.vcr.notes.json");
    expect(loadKept(run, 0).draft).toEqual(draft);
  });

  test("leaves marks as they are when it is gone", () => {
    const run = runAt("a.vcr");
    keepNotes(run, 0, { annotations: SOME, draft });
    keepNotes(run, 0, { annotations: SOME });
    expect(loadKept(run, 0)).toMatchObject({ annotations: SOME });
    expect(loadKept(run, 0).draft).toBeUndefined();
  });

  test("is kept without what holds a secret, which is named", () => {
    const masker = new Masker({ secrets: [{ name: "BOOKING_KEY", value: "hunter2-hunter2" }] });
    const edits = [{ step: "3", pointer: "/request/user", value: "for hunter2-hunter2" }, ...draft.edits];
    const argv = ["agent", "--password", "letmein"];
    const told = draftWithoutSecrets({ ...draft, edits, argv, say: "Go on." }, masker);
    expect(told).toEqual({ kept: { ...draft, say: "Go on." }, left: ["the edit of step 3", "the command"] });
  });

  test("that consists of secrets is not kept", () => {
    const masker = new Masker({ secrets: [{ name: "BOOKING_KEY", value: "hunter2-hunter2" }] });
    expect(draftWithoutSecrets({ at: "2", say: "hunter2-hunter2" }, masker)).toEqual({
      kept: undefined,
      left: ["what is said"],
    });
  });
});

describe("place, filter and folds", () => {
  test("come back, and lie in the state folder for every format", () => {
    const run = runAt("a.vcr");
    const view: KeptView = {
      step: "12a",
      filter: "kind:tool",
      tab: 5,
      folds: new Map([["1:request#/messages", false]]),
    };
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
    keepView(run, 0, { tab: 5 });
    const [name = ""] = readdirSync(join(state, "vcr/view"));
    const file = join(state, "vcr/view", name);
    writeFileSync(file, readFileSync(file, "utf8").replace(/"tab": 5/, '"tab": 9'));
    expect(loadKept(run, 0).view.tab).toBeUndefined();
  });

  test("are for nobody else to read", () => {
    keepView(runAt("a.vcr"), 0, { step: "1" });
    const [name = ""] = readdirSync(join(state, "vcr/view"));
    expect(statSync(join(state, "vcr/view", name)).mode & 0o077).toBe(0);
  });
});
