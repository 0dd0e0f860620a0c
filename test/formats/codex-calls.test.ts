import { expect, test } from "vitest";
import { type ReadTrace, readText } from "../support/read-trace.ts";

/** Where one call of the model ends and the next begins, in the orders that versions of Codex wrote. */

type Line = readonly [type: string, payload: Readonly<Record<string, unknown>>];

const item = (type: string, more: Readonly<Record<string, unknown>> = {}): Line => ["response_item", { type, ...more }];
const event = (type: string, more: Readonly<Record<string, unknown>> = {}): Line => ["event_msg", { type, ...more }];
const user = (words: string): Line => item("message", { role: "user", content: [{ type: "input_text", text: words }] });
const says = (words: string): Line =>
  item("message", { role: "assistant", content: [{ type: "output_text", text: words }] });
const thinks = (words: string): Line => item("reasoning", { summary: [{ type: "summary_text", text: words }] });
const call = (id: string): Line => item("function_call", { name: "shell", arguments: "{}", call_id: id });
const output = (id: string, words = "ok"): Line => item("function_call_output", { call_id: id, output: words });
/** The n-th count of a thread: n tokens in this response, the sum so far in the total. */
const count = (n: number): Line =>
  event("token_count", {
    info: {
      total_token_usage: { input_tokens: (n * (n + 1)) / 2, output_tokens: 0 },
      last_token_usage: { input_tokens: n, output_tokens: 0 },
    },
  });

function read(lines: readonly Line[]): Promise<ReadTrace> {
  const all: Line[] = [["session_meta", { id: "t" }], ["turn_context", { model: "m" }], ...lines];
  const text = all.map(([type, payload]) => JSON.stringify({ type, payload })).join("\n");
  return readText(text, "/nowhere/rollout-x.jsonl");
}

/** "in tokens: names of the tools" of each call. */
async function callsOf(lines: readonly Line[]): Promise<string[]> {
  const { sink } = await read(lines);
  const found: string[] = [];
  for (const { fields, callId } of sink.rows) {
    if (fields.kind === "llm") found.push(`${fields.tokens?.in ?? "?"}:`);
    if (fields.kind === "tool") found[found.length - 1] += ` ${callId}`;
  }
  return found;
}

test("counts behind the answer (0.66)", async () => {
  const lines = [
    user("go"),
    thinks("a"),
    call("1"),
    call("2"),
    count(1),
    output("1"),
    output("2"),
    count(1),
    says("b"),
    count(2),
  ];
  expect(await callsOf(lines)).toEqual(["1: 1 2", "2:"]);
});

test("counts behind the outputs (0.142)", async () => {
  expect(
    await callsOf([user("go"), call("1"), output("1"), count(1), count(1), call("2"), output("2"), count(2)]),
  ).toEqual(["1: 1", "2: 2"]);
});

test("counts in front of an answer's items, parallel calls each followed by its output (2025)", async () => {
  const lines = [
    user("go"),
    event("agent_reasoning", { text: "a" }),
    count(1),
    thinks("a"),
    call("1"),
    output("1"),
    call("2"),
    output("2"),
    count(2),
    call("3"),
    output("3"),
    event("agent_message", { message: "b" }),
    count(3),
    says("b"),
  ];
  expect(await callsOf(lines)).toEqual(["1: 1 2", "2: 3", "3:"]);
});

test("a record for each response makes counts repetitions (2026)", async () => {
  const record = (n: number): Line => [
    "token_usage_record",
    { response_id: `r${n}`, usage: { input_tokens: n, output_tokens: 0 } },
  ];
  const lines = [user("go"), call("1"), record(7), output("1"), count(1), says("b"), record(8), count(2)];
  expect(await callsOf(lines)).toEqual(["7: 1", "8:"]);
});

test("a compaction's own count is not given to the call after it", async () => {
  expect(
    await callsOf([user("go"), says("a"), count(1), count(2), ["compacted", { message: "s" }], says("b"), count(3)]),
  ).toEqual(["1:", "3:"]);
});

test("no counts at all: an output or a message of the user ends a call", async () => {
  expect(await callsOf([user("a"), thinks("x"), call("1"), output("1"), says("b"), user("c"), says("d")])).toEqual([
    "?: 1",
    "?:",
    "?:",
  ]);
});

const said: Line = event("user_message", { message: "go" });

test.each([
  ["item, then event", [user("go"), said], [2]],
  ["event, then item", [said, user("go")], [2]],
  ["two items", [user("go"), user("go")], [1, 1]],
  ["two events", [said, said], [1, 1]],
  ["two items, two events", [user("go"), user("go"), said, said], [2, 2]],
])("a message of the user is as many rows as it was said: %s", async (_, lines, segments) => {
  const { sink } = await read(lines);
  const messages = sink.rows.filter(({ fields }) => fields.kind === "message");
  expect(messages.map((row) => row.segments.length)).toEqual(segments);
});

test.each([
  ["Exit code: 3\nWall time: 0.1 seconds\nOutput:\n", "error", 100],
  ["Exit code: 0\nWall time: 2 seconds\nOutput:\nExit code: 1", "ok", 2000],
  ["Chunk ID: ab\nWall time: 0.5 seconds\nProcess exited with code 127\nOutput:\n", "error", 500],
  ["Process exited with code 0\nOutput:\nx", "ok", undefined],
  ['{"output":"","metadata":{"exit_code":1,"duration_seconds":0.3}}', "error", 300],
  ["failed to parse function arguments: EOF", "error", undefined],
  ["aborted by user after 3.2s", "error", undefined],
  ["{not json", "ok", undefined],
])("an output %j is %s", async (words, status, durationMs) => {
  const { sink } = await read([user("go"), call("1"), output("1", words)]);
  const tool = sink.rows.find(({ fields }) => fields.kind === "tool");
  expect([tool?.fields.status, tool?.fields.durationMs]).toEqual([status, durationMs]);
});

test("tools that a script called are rows of their own, measured; a known call is told more about", async () => {
  const run = (id: string, code: number): Line =>
    event("item_completed", {
      item: {
        type: "CommandExecution",
        id,
        exit_code: code,
        duration: { secs: 1, nanos: 500_000_000 },
        aggregated_output: "x",
      },
    });
  const { sink } = await read([user("go"), call("1"), run("1", 1), run("exec-1", 0)]);
  expect(sink.rows.slice(-2).map(({ fields }) => [fields.name, fields.status, fields.durationMs])).toEqual([
    ["shell", "error", 1500],
    ["command_execution", "ok", 1500],
  ]);
});

test("a search that OpenAI ran needs no output", async () => {
  const { sink } = await read([user("go"), item("web_search_call", { status: "completed", action: { query: "x" } })]);
  expect(sink.rows.at(-1)?.fields).toMatchObject({ kind: "tool", name: "web_search", status: "ok" });
});

test("turns that are taken back leave the conversation", async () => {
  const { sink, reader } = await read([
    user("a"),
    says("b"),
    user("c"),
    says("d"),
    event("thread_rolled_back", { num_turns: 1 }),
    user("e"),
    says("f"),
  ]);
  const last = sink.rows.at(-1);
  expect(reader.messages?.(last?.row ?? 0, [])?.map((ref) => ref.read().parts[0])).toEqual(
    ["a", "b", "e"].map((text) => ({ type: "text", text })),
  );
});

test("a first line of instructions longer than the sample is told by its beginning", async () => {
  const meta = {
    timestamp: "2026-01-05T09:00:00Z",
    type: "session_meta",
    payload: { id: "t", base_instructions: { text: "x".repeat(100_000) } },
  };
  const { format, sink } = await readText(`${JSON.stringify(meta)}\n`, "/nowhere/x.jsonl");
  expect([format.id, sink.rows[0]?.fields.name]).toEqual(["codex", "system"]);
});

test("the first Codex wrote a session as one object", async () => {
  const session = {
    session: { id: "t", timestamp: "2025-04-20T10:00:00Z", instructions: "" },
    items: [user("go")[1], says("b")[1]],
  };
  const { sink } = await readText(JSON.stringify(session, null, 2), "/nowhere/rollout.json");
  expect(sink.rows.map(({ fields }) => fields.kind)).toEqual(["raw", "message", "llm"]);
});
