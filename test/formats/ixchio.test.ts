import { join } from "node:path";
import { expect, test } from "vitest";
import { messageText } from "../../src/providers/message.ts";
import { type ReadTrace, readFile, readText } from "../support/read-trace.ts";

const fixture = (name: string): Promise<ReadTrace> => readFile(join(import.meta.dirname, "../fixtures/ixchio", name));
const BEGIN = Date.parse("2026-03-07T10:15:00Z");

function body({ sink, reader }: ReadTrace, row: number) {
  return reader.body(row, sink.rows[row]?.segments ?? []);
}

test("frames are rows, timed by their successive time stamps", async () => {
  const { sink, format } = await fixture("session.vcr");
  expect(format.id).toBe("ixchio");
  const rows = sink.rows.filter((row) => row.replacedBy === undefined);
  expect(rows.map(({ fields: { kind, name, at = 0, durationMs } }) => [kind, name, at - BEGIN, durationMs])).toEqual([
    ["node", "plan", 0, 1000],
    ["llm", "gpt-4o", 1000, 2500],
    ["tool", "search", 3500, 500],
    ["llm", "gpt-4o", 4000, 2000],
    ["checkpoint", "saved", 6000, 250],
    ["error", "boom", 6250, 250],
  ]);
  expect(rows.every(({ fields }) => fields.approximate)).toBe(true);
});

test("the header tells the fork it is", async () => {
  const { sink } = await fixture("session.vcr");
  expect(sink.headers).toEqual([
    {
      by: "Agent VCR (ixchio)",
      id: "20260307_101500_1a2b3c4d",
      created: BEGIN,
      tags: ["demo"],
      meta: { team: "travel" },
      parent: { kind: "fork", id: "20260306_090000_00000000", at: 3 },
    },
  ]);
});

test("tokens and cost are those stored; counts of 0 are unknown", async () => {
  const { sink } = await fixture("session.vcr");
  expect(sink.rows[1]?.fields).toMatchObject({ tokens: { in: 10, out: 20 }, cost: 0.004 });
  expect(sink.rows[0]?.fields).not.toHaveProperty("tokens");
});

test("a tool's frame stands for the call that asked for it", async () => {
  const trace = await fixture("session.vcr");
  const derived = trace.sink.rows[2];
  expect([derived?.callId, derived?.replacedBy]).toEqual(["call_1", 3]);
  expect(trace.sink.rows[4]?.results).toEqual([{ id: "call_1" }]);
  expect(body(trace, 3)).toMatchObject({ request: { json: { q: "fares" } }, error: { message: "timeout" } });
  expect(body(trace, 3).error).not.toHaveProperty("type");
});

test("a call has its messages and its answer, be it a response or a text", async () => {
  const { sink, reader } = await fixture("session.vcr");
  const segments = sink.rows[4]?.segments ?? [];
  const roles = reader.messages?.(4, segments)?.map((ref) => ref.read().role);
  expect(roles).toEqual(["user", "assistant", "tool"]);
  expect(messageText(reader.answer!(4, segments)!)).toBe("No fares found.");
  const first = reader.messages?.(1, sink.rows[1]?.segments ?? [])?.map((ref) => ref.key);
  expect(reader.messages?.(4, segments)?.map((ref) => ref.key)[0]).toBe(first?.[0]);
});

test("states before and after, without the wrappers of dates", async () => {
  const trace = await fixture("session.vcr");
  expect(body(trace, 0)).toMatchObject({ before: { goal: "fly" }, after: { goal: "fly", day: "2026-04-01T00:00:00" } });
  expect(body(trace, 6).error).toEqual({ type: "ZeroDivisionError", message: "division by zero" });
});

test("diff mode: states are put together from the changes", async () => {
  const trace = await fixture("diff-mode.vcr");
  expect(body(trace, 1)).toMatchObject({ before: {}, after: { count: 1, name: "x" } });
  expect(body(trace, 2).before).toEqual({ count: 1, name: "x" });
  expect(body(trace, 2).after).toEqual({ count: 2 });
  expect(trace.sink.warnings).toHaveLength(1);
});

test("a class keeps its name, an enum is its value, __proto__ is data", async () => {
  const state =
    '{"p":{"__type__":"Plan","__module__":"m","data":{"n":1}},"e":{"__type__":"Enum","__class__":"C","data":"on"},"__proto__":{"x":1}}';
  const frame = `{"type":"frame","data":{"frame_id":"1","frame_type":"node","node_name":"n","input_state":${state},"output_state":{}}}`;
  const trace = await readText(`${frame}\n`, "x.vcr");
  const before = body(trace, 0).before as object;
  expect(JSON.stringify(before)).toBe('{"p":{"__type__":"Plan","n":1},"e":"on","__proto__":{"x":1}}');
});

test("unknown lines and frame types are kept; a damaged line costs itself", async () => {
  const session = '{"type":"session","data":{"session_id":"s"}}';
  const { sink } = await readText(
    `${session}\n{"type":"note"}\n{broken\n{"type":"frame","data":{"frame_type":"dream"}}\n`,
    "x.vcr",
  );
  expect(sink.rows.map(({ fields }) => [fields.kind, fields.name])).toEqual([
    ["raw", "note"],
    ["raw", "dream"],
  ]);
  expect(sink.damages.map(({ line, offset, length }) => [line, offset, length])).toEqual([[3, 61, 7]]);
});
