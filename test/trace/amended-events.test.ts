import { join } from "node:path";
import { expect, test } from "vitest";
import type { EventFields } from "../../src/trace/write/record.ts";
import { TraceWriter } from "../../src/trace/write/writer.ts";
import { openRun } from "../support/agent-run.ts";
import { tempFolder } from "../support/temp-folder.ts";

function written(write: (writer: TraceWriter) => void) {
  const path = join(tempFolder(), "run.vcr");
  const writer = new TraceWriter(path, { id: "r" });
  write(writer);
  writer.close();
  return openRun(path);
}

const CHAT = { kind: "llm", name: "gpt-5", provider: "openai", op: "openai/chat" } as const;

function asks(...calls: readonly (readonly [id: string, name: string])[]): EventFields {
  const tool_calls = calls.map(([id, name]) => ({
    id,
    type: "function",
    function: { name, arguments: `{"of":"${id}"}` },
  }));
  return {
    calls: calls.map(([id, name]) => ({ id, name })),
    response: {
      status: 200,
      body: JSON.stringify({ choices: [{ message: { role: "assistant", content: null, tool_calls } }] }),
    },
  };
}

const steps = (run: Awaited<ReturnType<typeof written>>) =>
  Array.from({ length: run.length }, (_, i) => `${run.row(i).step} ${run.row(i).name}`);

test("the edits of a run are those of its last line about them", async () => {
  const run = await written((writer) => {
    writer.begin({ ...CHAT, request: { path: "/v1/chat/completions", body: '{"model":"gpt-5"}' } });
    writer.edits([{ step: "0" }]);
    writer.edits([{ step: "0" }, { step: "1" }]);
  });
  expect(run.header.edits).toEqual([{ step: "0" }, { step: "1" }]);
  expect(run.warnings).toEqual([]);
});

test("what is changed of a call in flight counts, and it stays pending", async () => {
  const run = await written((writer) => {
    writer.begin({ ...CHAT, request: { path: "/v1/chat/completions", body: '{"model":"gpt-5"}' } });
    writer.amend(0, { origin: "live", edits: ["request"], sent: { set: { "/model": "gpt-6" } } });
  });
  expect(run.row(0)).toMatchObject({ status: "pending", origin: "live", edits: ["request"] });
  expect(run.body(0)).toMatchObject({ sent: { set: { "/model": "gpt-6" } } });
  expect(run.asked.body(0).request?.text).toBe('{"model":"gpt-5"}');
  expect(run.damages).toEqual([]);
});

test("of two ends the last counts: answer, error and tools; what it does not say stays", async () => {
  const run = await written((writer) => {
    writer.begin(CHAT);
    writer.end(0, {
      ...asks(["a", "search"], ["b", "read"]),
      status: "error",
      tokens: { in: 9 },
      error: { message: "no" },
    });
    writer.end(0, { ...asks(["b", "read"]), status: "ok", edits: ["answer"] });
  });
  expect(steps(run)).toEqual(["0 gpt-5", "0a read"]);
  expect(run.row(0)).toMatchObject({ status: "ok", tokens: { in: 9 }, edits: ["answer"] });
  expect(run.body(0).error).toBeUndefined();
  expect(run.tool(1)).toMatchObject({ callId: "b", args: { of: "b" } });
});

test("an end that asks for no tools takes those of the first away", async () => {
  const run = await written((writer) => {
    writer.begin(CHAT);
    writer.end(0, asks(["a", "search"]));
    writer.end(0, { response: { status: 200, body: '{"choices":[{"message":{"role":"assistant","content":"no"}}]}' } });
    writer.begin({ ...CHAT, results: [{ id: "a" }] });
  });
  expect(steps(run)).toEqual(["0 gpt-5", "1 gpt-5"]);
});

test("a change of an event that has not begun is damage", async () => {
  const run = await written((writer) => writer.amend(3, { origin: "live" }));
  expect(run.damages[0]?.expected).toBe("the beginning of event 3 before its change");
});
