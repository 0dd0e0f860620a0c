import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import { headerOfCopy, toRecords } from "../../src/run/records/to-records.ts";
import type { Run } from "../../src/run/run.ts";
import { writeTrace } from "../../src/trace/write/writer.ts";
import { tempFolder } from "../support/temp-folder.ts";

const fixture = (name: string) => join(import.meta.dirname, "../fixtures", name);

async function read(path: string): Promise<Run> {
  const file = await openFile(path);
  await readAll(file);
  const [run] = file.runs;
  if (!run) throw new Error(`${path}: no run`);
  return run;
}

function allSteps(run: Run): readonly number[] {
  return Array.from({ length: run.length }, (_, i) => run.row(i).seq);
}

/** The run as it opens again from a file with those steps. */
async function written(run: Run, steps = allSteps(run)): Promise<Run> {
  const path = join(tempFolder(), "copy.vcr");
  writeTrace(path, headerOfCopy(run, "original", "test"), toRecords(run, steps));
  return read(path);
}

/** What a row is and says. When tools began inside of an agent is left out: the native format has no place for it. */
function told(run: Run) {
  return Array.from({ length: run.length }, (_, i) => {
    const { step, kind, name, provider, status, at, durationMs, tokens, cost, agent, derived, httpStatus } = run.row(i);
    const times = derived ? undefined : { at, durationMs };
    const body = run.body(i);
    return {
      ...{ step, kind, name, provider, status, tokens, cost, agent, derived, httpStatus, ...times },
      lane: run.lanes[run.row(i).lane]?.name,
      what: run.what(i),
      messages: kind === "llm" ? run.messages(i).map((ref) => ref.read()) : undefined,
      answer: kind === "llm" ? run.exchange(i).answer?.message : undefined,
      message: run.message(i),
      tool: kind === "tool" ? run.tool(i) : undefined,
      states: [body.before, body.after],
      error: derived ? undefined : body.error,
    };
  });
}

describe("a written file opens with the same steps", () => {
  test.each([
    "vcr/v1.vcr",
    "ixchio/session.vcr",
    "ixchio/diff-mode.vcr",
    "claude-code/session.jsonl",
    "claude-code/stream-json.jsonl",
    "claude-code/web-export.json",
    "codex/rollout-2026-01-05T09-00-00-0000aaaa.jsonl",
    "codex/exec.jsonl",
    "codex/bare.jsonl",
    "go-vcr/tool-call.yaml",
    "vcrpy/bodies.yaml",
    "vcrpy/parsed-body.yaml",
    "chat/openai.json",
    "chat/anthropic.json",
    "chat/gemini.json",
  ])("%s", async (name) => {
    const run = await read(fixture(name));
    const copy = await written(run);
    expect(copy.warnings).toEqual([]);
    expect(copy.damages).toEqual([]);
    expect(told(copy)).toEqual(told(run));
  });

  test("and a copy of the copy is no different", async () => {
    const copy = await written(await read(fixture("claude-code/session.jsonl")));
    expect(told(await written(copy))).toEqual(told(copy));
  });
});

test("chosen steps keep their numbers, in the order of time, each once", async () => {
  const run = await read(fixture("ixchio/session.vcr"));
  const copy = await written(run, [4, 1, 3, 1]);
  expect(Array.from({ length: copy.length }, (_, i) => copy.row(i).step)).toEqual(["1", "1a", "3", "4"]);
});

test("a call of an API stays what it was on the wire", async () => {
  const run = await read(fixture("go-vcr/tool-call.yaml"));
  const copy = await written(run);
  const i = Array.from({ length: run.length }, (_, n) => n).find((n) => run.row(n).kind === "llm")!;
  expect(copy.row(i).op).toBe(run.row(i).op);
  expect(copy.body(i).request?.text).toBe(run.body(i).request?.text);
  expect(copy.body(i).response?.text).toBe(run.body(i).response?.text);
});

test("a conversation of a transcript is not passed off as a request", async () => {
  const copy = await written(await read(fixture("claude-code/session.jsonl")));
  const i = copy.indexOf("2");
  expect(copy.row(i).op).toBe("vcr/messages");
  expect(copy.body(i).request?.path).toBeUndefined();
});

test("the copy is a run of its own that names its original", async () => {
  const run = await read(fixture("ixchio/session.vcr"));
  const { header } = await written(run);
  expect(header.id).toBeUndefined();
  expect(header.by).toBe("test");
  expect(header.parent).toEqual({ kind: "copy", file: "original", id: "20260307_101500_1a2b3c4d" });
  expect(header.tags).toEqual(["demo"]);
});
