import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { messageText } from "../../src/providers/message.ts";
import { type ReadTrace, readFile, readText } from "../support/read-trace.ts";

const fixture = (name: string): Promise<ReadTrace> => readFile(join(import.meta.dirname, "../fixtures/codex", name));
const main = (): Promise<ReadTrace> => fixture("rollout-2026-01-05T09-00-00-0000aaaa.jsonl");
const T0 = Date.UTC(2026, 0, 5, 9);

function body({ sink, reader }: ReadTrace, row: number) {
  return reader.body(row, sink.rows[row]?.segments ?? []);
}

function told({ sink, reader }: ReadTrace, row: number): string[] {
  const messages = reader.messages?.(row, sink.rows[row]?.segments ?? []) ?? [];
  return messages.map((ref) => {
    const { role, parts } = ref.read();
    return `${role}: ${parts.map((part) => ("text" in part ? part.text : part.type)).join(" ")}`;
  });
}

test("records are rows by what they are; mirrored events, repeated counts and equal settings are none", async () => {
  const { sink, format } = await main();
  expect(format.id).toBe("codex");
  expect(sink.rows.map(({ fields }) => [fields.kind, fields.name, fields.status, fields.agent])).toEqual([
    ["message", "system", "ok", undefined],
    ["message", "user", "ok", undefined],
    ["message", "user", "ok", undefined],
    ["raw", "turn_context", "ok", undefined],
    ["checkpoint", "ghost_snapshot", "ok", undefined],
    ["llm", "gpt-5.1-codex", "ok", undefined],
    ["tool", "shell_command", "error", undefined],
    ["tool", "local_shell", "ok", undefined],
    ["llm", "gpt-5.1-codex", "ok", undefined],
    ["tool", "apply_patch", "ok", undefined],
    ["tool", "spawn_agent", "ok", undefined],
    ["raw", "session_meta", "ok", "zippy"],
    ["raw", "turn_context", "ok", "zippy"],
    ["message", "user", "ok", "zippy"],
    ["llm", "gpt-5.1-codex-mini", "ok", "zippy"],
    ["checkpoint", "compacted", "ok", undefined],
    ["llm", "gpt-5.1-codex", "ok", undefined],
    ["error", "turn_aborted", "error", undefined],
    ["raw", "world_state", "ok", undefined],
  ]);
});

test("each call has the tokens of its own count", async () => {
  const { sink } = await main();
  const tokens = sink.rows.filter(({ fields }) => fields.kind === "llm").map(({ fields }) => fields.tokens);
  expect(tokens).toEqual([
    { in: 1000, out: 50, cacheRead: 800, reasoning: 30 },
    { in: 1200, out: 20, cacheRead: 1000, reasoning: 0 },
    { in: 90, out: 4 },
    { in: 300, out: 5, cacheRead: 100, reasoning: 0 },
  ]);
});

test("a call lasts from the last thing said to its last item, a tool as long as Codex measured", async () => {
  const { sink } = await main();
  const times = (row: number) => {
    const { at = 0, durationMs, approximate } = sink.rows[row]?.fields ?? {};
    return [at - T0, durationMs, approximate === true];
  };
  expect(times(5)).toEqual([1100, 3000, true]);
  expect(times(6)).toEqual([4000, 1500, false]);
  expect(times(7)).toEqual([4100, 200, false]);
  expect(times(10)).toEqual([8050, 250, true]);
});

test("the next call carries the results", async () => {
  const { sink } = await main();
  expect(sink.rows[8]?.results.map(({ id, isError }) => [id, isError])).toEqual([
    ["call_1", true],
    ["call_2", false],
  ]);
});

test("a tool shows its arguments and output", async () => {
  const trace = await main();
  expect(body(trace, 6).request?.json).toEqual({ command: "npm test" });
  expect(body(trace, 6).error?.message).toContain("1 failing");
  expect(body(trace, 7).request?.json).toEqual({ type: "exec", command: ["ls"] });
  expect(body(trace, 7).response?.json).toMatchObject({ output: "a.js\n", metadata: { exit_code: 0 } });
  expect(body(trace, 9).request?.json).toBe("*** Begin Patch");
});

test("conversations are put together, and begin anew with what a compaction kept", async () => {
  const trace = await main();
  expect(told(trace, 8)).toEqual([
    "system: You are a careful agent.",
    "user: <environment_context>app</environment_context>",
    "user: Fix the test",
    "assistant: Looking first call call",
    "tool: result",
    "tool: result",
  ]);
  expect(told(trace, 16)).toEqual([
    "system: You are a careful agent.",
    "user: Fix the test",
    "user: Summary: test fixed.",
  ]);
  expect(told(trace, 14)).toEqual(["user: Explore"]);
});

test("an answer says each thing once, also what only an event tells", async () => {
  const trace = await main();
  const said = (row: number) => trace.reader.answer?.(row, []);
  expect(said(5)?.parts.map((part) => part.type)).toEqual(["thinking", "call", "call"]);
  expect(messageText(said(14) ?? { role: "user", parts: [] })).toBe("Nothing here");
  expect(messageText(said(16) ?? { role: "user", parts: [] })).toBe("Done.");
  expect(body(trace, 5).response?.json).toMatchObject({
    output: [{ type: "reasoning" }, {}, {}],
    usage: { input_tokens: 1000 },
  });
});

test("raw is every record of an event", async () => {
  const trace = await main();
  expect(body(trace, 2).raw().split("\n")).toHaveLength(2);
  expect(body(trace, 5).raw().split("\n")).toHaveLength(5);
});

test("a sub-agent's own file opens alone and names its parent", async () => {
  const { sink } = await fixture("rollout-2026-01-05T09-00-08-0000bbbb.jsonl");
  expect(sink.headers).toMatchObject([{ id: "0000bbbb", parent: { kind: "sub-agent", id: "0000aaaa" } }]);
  expect(sink.rows.map(({ fields }) => fields.agent)).toEqual([undefined, undefined, undefined, undefined]);
});

test("the bare form of 2025 has neither times nor tokens", async () => {
  const trace = await fixture("bare.jsonl");
  expect(trace.sink.headers).toMatchObject([{ id: "5973b6c0", created: Date.UTC(2025, 5, 1, 10) }]);
  expect(trace.sink.rows.map(({ fields }) => [fields.kind, fields.name, fields.status])).toEqual([
    ["message", "system", "ok"],
    ["raw", "state", "ok"],
    ["message", "user", "ok"],
    ["raw", "state", "ok"],
    ["llm", undefined, "ok"],
    ["tool", "shell", "error"],
    ["llm", undefined, "ok"],
  ]);
  expect(told(trace, 6)).toEqual([
    "system: Be brief.",
    "user: List files",
    "assistant: ls will do call",
    "tool: result",
  ]);
});

test("codex exec --json: tools told twice are one, tokens of a turn stand at its last call", async () => {
  const trace = await fixture("exec.jsonl");
  expect(trace.sink.rows.map(({ fields }) => [fields.kind, fields.name, fields.status])).toEqual([
    ["raw", "session_meta", "ok"],
    ["raw", "turn.started", "ok"],
    ["llm", undefined, "ok"],
    ["tool", "command_execution", "ok"],
    ["raw", "todo_list", "ok"],
    ["llm", undefined, "ok"],
    ["tool", "docs.find", "error"],
    ["llm", undefined, "ok"],
    ["raw", "turn.started", "ok"],
    ["error", "turn.failed", "error"],
  ]);
  expect(trace.sink.rows[7]?.fields.tokens).toEqual({ in: 500, out: 25, cacheRead: 400 });
  expect(trace.sink.warnings).toHaveLength(1);
  expect(body(trace, 3).request?.json).toEqual({ command: "bash -lc ls" });
  expect(body(trace, 3).response?.json).toBe("a.txt\n");
  expect(body(trace, 9).error).toMatchObject({ type: "turn.failed", message: "stream disconnected" });
});

test("any records in any order open without an exception", async () => {
  const value = fc.constantFrom<unknown>(
    "x",
    1,
    null,
    [],
    {},
    "message",
    "call_1",
    [{ type: "input_text", text: "x" }],
    { secs: 1 },
  );
  const key = fc.constantFrom(
    "role",
    "content",
    "summary",
    "output",
    "arguments",
    "call_id",
    "id",
    "info",
    "item",
    "message",
    "num_turns",
    "__proto__",
  );
  const type = fc.constantFrom(
    "session_meta",
    "turn_context",
    "response_item",
    "event_msg",
    "compacted",
    "token_usage_record",
    "item.completed",
    "x",
  );
  const inner = fc.constantFrom(
    "message",
    "reasoning",
    "function_call",
    "function_call_output",
    "web_search_call",
    "token_count",
    "thread_rolled_back",
    "item_completed",
    "user_message",
    "context_compacted",
    "",
  );
  const record = fc.record({
    type,
    payload: fc.oneof(
      value,
      fc.tuple(inner, fc.dictionary(key, value)).map(([name, rest]) => ({ type: name, ...rest })),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 12 }), async (records) => {
      const lines = [{ type: "session_meta", payload: { id: "a" } }, ...records].map((each) => JSON.stringify(each));
      const { sink, reader } = await readText(lines.join("\n"), "/nowhere/rollout-x.jsonl");
      for (const row of sink.rows) {
        void reader.body(row.row, row.segments).response?.json;
        for (const ref of reader.messages?.(row.row, row.segments) ?? []) ref.read();
        reader.answer?.(row.row, row.segments);
      }
    }),
    { numRuns: 150 },
  );
});
