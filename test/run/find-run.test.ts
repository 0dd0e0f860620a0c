import { describe, expect, test } from "vitest";
import { findRun, isRunName, namedRun } from "../../src/run/catalog/find-run.ts";
import { claudeSession, machine, nativeRun } from "../support/machine.ts";

const SESSION = "3f1c9a52-7f0e-4b61-9c35-0d8a4b1e2f60";

describe("last", () => {
  test("is the run of .vcr/ that was written last, whatever its name", () => {
    const { put, surroundings } = machine();
    put("work/.vcr/20260601-115000-aaaaaaaa.vcr", nativeRun({ id: "a" }, "old"), 30);
    const newest = put("work/.vcr/20260601-110000-bbbbbbbb.vcr", nativeRun({ id: "b" }, "new"), 5);
    put(`.claude/projects/app/${SESSION}.jsonl`, claudeSession(SESSION, "newer, and not ours"), 0);
    expect(findRun("last", surroundings)).toMatchObject({ type: "run", file: { path: newest } });
  });

  test("of runs written at the same moment is the one with the later name", () => {
    const { put, surroundings } = machine();
    const later = put("work/.vcr/20260601-115000-aaaaaaaa.vcr", nativeRun({}, "x"), 0);
    put("work/.vcr/20260601-110000-bbbbbbbb.vcr", nativeRun({}, "x"), 0);
    expect(findRun("last", surroundings)).toMatchObject({ type: "run", file: { path: later } });
  });

  test("to serve is the newest that is no replay of another", () => {
    const { put, surroundings } = machine();
    const recorded = put("work/.vcr/20260601-110000-aaaaaaaa.vcr", nativeRun({ id: "a" }, "recorded"), 30);
    const replayed = nativeRun({ id: "b", parent: { kind: "replay", id: "a" } }, "replayed");
    const replay = put("work/.vcr/20260601-115000-bbbbbbbb.vcr", replayed, 5);
    expect(findRun("last", surroundings, { toServe: true })).toMatchObject({ file: { path: recorded } });
    expect(findRun("last", surroundings)).toMatchObject({ file: { path: replay } });
  });

  test("is told to be missing with the folder that was looked in", () => {
    const { surroundings, cwd } = machine();
    expect(findRun("last", surroundings)).toEqual({ type: "no-runs", folder: `${cwd}/.vcr` });
  });
});

describe("a name", () => {
  test("is that of a file in .vcr/, with or without its ending", () => {
    const { put, cwd } = machine();
    const path = put("work/.vcr/zwei Flüge.vcr", nativeRun({}, "x"), 0);
    expect(["zwei Flüge", "zwei Flüge.vcr"].map((name) => namedRun(name, cwd))).toEqual([path, path]);
  });

  test("never leads out of the folder, nor to what is no run", () => {
    const { put, cwd } = machine();
    put("work/out.vcr", nativeRun({}, "x"), 0);
    put("work/.vcr/run.vcr.notes.json", "{}", 0);
    put("work/.vcr/deep.vcr/run.vcr", nativeRun({}, "x"), 0);
    const names = ["../out", "", "run.vcr.notes.json", "deep", "deep.vcr/run"];
    expect(names.map((name) => namedRun(name, cwd))).toEqual(names.map(() => undefined));
  });
});

describe("the beginning of an id", () => {
  test("finds a native run by the hex in its name", () => {
    const { put, surroundings } = machine();
    const path = put("work/.vcr/20260601-110000-9f8e7d6c.vcr", nativeRun({}, "x"), 0);
    expect(findRun("9f8e7d6c", surroundings)).toMatchObject({ type: "run", file: { path } });
  });

  test("finds a native run by the id in its header, in either case", () => {
    const { put, surroundings } = machine();
    const path = put("work/.vcr/baseline.vcr", nativeRun({ id: "RUN_7f3k99" }, "x"), 0);
    expect(findRun("run_7f3k", surroundings)).toMatchObject({ type: "run", file: { path } });
  });

  test("finds sessions of Claude Code and Codex by their UUID", () => {
    const { put, surroundings } = machine();
    const claude = put(`.claude/projects/app/${SESSION}.jsonl`, claudeSession(SESSION, "x"), 0);
    const id = "5973b6c0-94b8-487b-a530-2aeb6098ae0e";
    const codex = put(`.codex/sessions/2026/05/07/rollout-2026-05-07T17-24-21-${id}.jsonl`, "{}\n", 0);
    expect(findRun("3f1c9a52", surroundings)).toMatchObject({ type: "run", file: { path: claude } });
    expect(findRun("5973b6c0-94b8", surroundings)).toMatchObject({ type: "run", file: { path: codex } });
  });

  test("looks where $CLAUDE_CONFIG_DIR and $CODEX_HOME say", () => {
    const { put, surroundings, home } = machine();
    const path = put(`elsewhere/projects/app/${SESSION}.jsonl`, claudeSession(SESSION, "x"), 0);
    expect(findRun("3f1c9a52", surroundings).type).toBe("unknown");
    expect(findRun("3f1c9a52", { ...surroundings, claudeFolder: `${home}/elsewhere` })).toMatchObject({
      type: "run",
      file: { path },
    });
  });

  test("that several runs share names them all, the newest first", () => {
    const { put, surroundings } = machine();
    const old = put("work/.vcr/20260601-110000-9f8e7d6c.vcr", nativeRun({}, "x"), 9);
    const young = put("work/.vcr/20260601-100000-9f8e7d6c.vcr", nativeRun({}, "x"), 1);
    const found = findRun("9f8e7d6c", surroundings);
    expect(found.type === "ambiguous" && found.files.map((file) => file.path)).toEqual([young, old]);
  });

  test("of fewer than eight characters, or with a slash, is no name", () => {
    expect(["9f8e7d6", "9f8e7d6c", "a/9f8e7d6c", "run.vcr8", "last", "-9f8e7d6c"].map(isRunName)).toEqual([
      false,
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  test("that no run has is unknown", () => {
    const { put, surroundings } = machine();
    put("work/.vcr/20260601-110000-9f8e7d6c.vcr", nativeRun({}, "x"), 0);
    expect(findRun("8e7d6c00", surroundings)).toEqual({ type: "unknown" });
  });
});
