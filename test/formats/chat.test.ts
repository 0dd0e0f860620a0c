import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { messageText } from "../../src/providers/message.ts";
import { type ReadTrace, readFile, readText } from "../support/read-trace.ts";

const fixture = (name: string): Promise<ReadTrace> => readFile(join(import.meta.dirname, "../fixtures/chat", name));

function rows({ sink }: ReadTrace): string[] {
  return sink.rows.map(({ fields }) => [fields.kind, fields.name, fields.status].filter(Boolean).join(" "));
}

test.each(["openai.json", "lines.jsonl"])("%s: messages in an array or one a line", async (name) => {
  const trace = await fixture(name);
  expect(trace.format.id).toBe("chat");
  expect(rows(trace)).toEqual(["message system ok", "message user ok", "llm ok", "tool weather ok", "llm ok"]);
  expect(trace.sink.rows[4]?.results).toEqual([{ id: "call_9" }]);
});

test("Anthropic blocks: a failed result, usage in the message, the model named once", async () => {
  const trace = await fixture("anthropic.json");
  expect(rows(trace)).toEqual(["message user ok", "llm claude-x ok", "tool add error", "llm claude-x ok"]);
  expect(trace.sink.rows[1]?.fields.tokens).toEqual({ in: 5, out: 7 });
  const tool = trace.reader.body(2, trace.sink.rows[2]?.segments ?? []);
  expect(tool).toMatchObject({ request: { json: { a: 1 } }, response: { json: "no b" }, error: { message: "no b" } });
});

test("Gemini parts: results find their calls without ids", async () => {
  const trace = await fixture("gemini.json");
  expect(rows(trace)).toEqual(["message user ok", "llm ok", "tool locate ok", "llm ok"]);
  expect(messageText(trace.reader.answer!(3, [])!)).toBe("Oslo.");
});

test("many conversations in one file are as many runs", async () => {
  const { sink } = await fixture("many-runs.json");
  expect(sink.headers.map(({ title, meta }) => [title, meta])).toEqual([
    ["task 4", { task_id: 4, reward: 1 }],
    ["task 5", { task_id: 5, reward: 1 }],
  ]);
  expect(sink.rows.map(({ run }) => run)).toEqual([0, 0, 0, 1, 1, 1]);
});

test("an answer kept beside its conversation is the call", async () => {
  const trace = await fixture("completion-log.json");
  const call = trace.sink.rows[2];
  expect(call?.fields).toMatchObject({ kind: "llm", name: "gpt-x", tokens: { in: 11, out: 3 }, cost: 0.01 });
  expect(call?.fields).toMatchObject({ at: 1_757_015_024_250, durationMs: 1250 });
  expect(messageText(trace.reader.answer!(2, call?.segments ?? [])!)).toBe("Cold.");
});

test("a call's conversation is what came before it, by keys that later calls share", async () => {
  const { reader } = await fixture("openai.json");
  const first = reader.messages?.(2, []) ?? [];
  const second = reader.messages?.(4, []) ?? [];
  expect(first.map((ref) => ref.read().role)).toEqual(["system", "user"]);
  expect(second.map((ref) => ref.read().role)).toEqual(["system", "user", "assistant", "tool"]);
  expect(second.map((ref) => ref.key).slice(0, 2)).toEqual(first.map((ref) => ref.key));
});

test("a result that no call follows still answers its tool", async () => {
  const call = { id: "c1", type: "function", function: { name: "look", arguments: "{}" } };
  const messages = [
    { role: "assistant", content: null, tool_calls: [call, { ...call, id: "c2" }] },
    { role: "tool", tool_call_id: "c2", content: "." },
  ];
  const { sink } = await readText(JSON.stringify(messages), "x.json");
  expect(sink.rows.map(({ fields }) => fields.status)).toEqual(["ok", "pending", "ok"]);
});

test("raw is the message as it stands in the file", async () => {
  const { sink, reader } = await fixture("openai.json");
  expect(JSON.parse(reader.body(1, sink.rows[1]?.segments ?? []).raw())).toEqual({ role: "user", content: "Weather?" });
});

test("copies of a conversation that lie deeper are not taken for it", async () => {
  const short = [{ role: "user", content: "a" }];
  const file = {
    steps: [{ query: short }, { query: [...short, ...short] }],
    history: [...short, { role: "assistant", content: "b" }],
  };
  const { sink } = await readText(JSON.stringify(file), "x.traj");
  expect(sink.rows.map(({ fields }) => fields.kind)).toEqual(["message", "llm"]);
});

test("any JSON with a role somewhere opens without an exception", async () => {
  const role = fc.constantFrom("user", "assistant", "tool", "system", "model");
  const message = fc.record(
    { role, content: fc.jsonValue({ maxDepth: 3 }), tool_calls: fc.jsonValue({ maxDepth: 2 }) },
    { requiredKeys: ["role"] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 6 }), async (messages) => {
      const { sink, reader } = await readText(JSON.stringify({ messages }), "x.json");
      for (const row of sink.rows) {
        reader.messages?.(row.row, row.segments)?.map((ref) => ref.read());
        reader.answer?.(row.row, row.segments);
        reader.body(row.row, row.segments).raw();
      }
    }),
    { numRuns: 150 },
  );
});
