import { join } from "node:path";
import { expect, test } from "vitest";
import { messageText } from "../../src/providers/message.ts";
import { type ReadTrace, readFile, readText } from "../support/read-trace.ts";
import type { ReportedRow } from "../support/reported-rows.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures/claude-code");
const fixture = (name: string): Promise<ReadTrace> => readFile(join(FIXTURES, name));
const BEGIN = Date.parse("2026-03-01T10:00:00Z");

function named({ sink }: ReadTrace, name: string): ReportedRow {
  const row = sink.rows.find((each) => each.fields.name === name);
  if (row === undefined) throw new Error(`no row is called ${name}`);
  return row;
}

function calls({ sink }: ReadTrace): readonly ReportedRow[] {
  return sink.rows.filter((each) => each.fields.kind === "llm");
}

function body({ reader }: ReadTrace, row: ReportedRow) {
  return reader.body(row.row, row.segments);
}

/** Seconds after the session's beginning. */
function seconds(row: ReportedRow): readonly (number | undefined)[] {
  const { at, durationMs } = row.fields;
  return [at === undefined ? undefined : (at - BEGIN) / 1000, durationMs === undefined ? undefined : durationMs / 1000];
}

test("every record has its row, the sub-agent's own file in the order of time", async () => {
  const { sink } = await fixture("session.jsonl");
  const rows = sink.rows.map(({ fields }) => [fields.kind, fields.name, fields.agent].filter(Boolean).join(" "));
  expect(rows).toEqual([
    "checkpoint file-history-snapshot",
    "message user",
    "llm claude-sonnet-4-5",
    "tool Bash",
    "tool Read",
    "llm claude-sonnet-4-5",
    "tool Task",
    "node PreToolUse:Task",
    "message user Explore a1b2c3",
    "llm claude-haiku-4-5 Explore a1b2c3",
    "tool Grep",
    "llm claude-haiku-4-5 Explore a1b2c3",
    "error api_error",
    "llm claude-sonnet-4-5",
    "raw turn_duration",
    "checkpoint compact_boundary",
    "checkpoint compact summary",
    "message system",
    "message user",
    "error API error",
    "error interrupted",
    "raw bookmark-of-the-future",
    "checkpoint summary",
  ]);
});

test("an API message over three lines is one event, its usage counted once", async () => {
  const trace = await fixture("session.jsonl");
  const first = calls(trace)[0]!;
  expect(first.segments).toHaveLength(3);
  expect(first.fields.size).toBe(first.segments.reduce((sum, { length }) => sum + length, 0));
  expect(first.fields.tokens).toEqual({ in: 1210, cacheRead: 1000, cacheWrite: 200, out: 57 });
});

test("the answer has the blocks of all its lines and the last stop reason", async () => {
  const trace = await fixture("session.jsonl");
  const json = body(trace, calls(trace)[0]!).response?.json as { content: { type: string }[]; stop_reason: string };
  expect(json.content.map((block) => block.type)).toEqual(["thinking", "tool_use", "tool_use"]);
  expect(json.stop_reason).toBe("tool_use");
});

test("a call lasts from the newest record it was asked with to its first line", async () => {
  const trace = await fixture("session.jsonl");
  expect(calls(trace).map(seconds)).toEqual([
    [0, 2],
    [4, 3],
    [8, 2],
    [11, 8],
    [20, 4],
  ]);
  expect(calls(trace).every((row) => row.fields.approximate)).toBe(true);
});

test("a tool lasts from its call's line to its result's line", async () => {
  const trace = await fixture("session.jsonl");
  expect(["Bash", "Read", "Task", "Grep"].map((name) => seconds(named(trace, name)))).toEqual([
    [3, 1],
    [3.5, 0.25],
    [7, 13],
    [10, 1],
  ]);
});

test("results belong to the next call of the same agent", async () => {
  const trace = await fixture("session.jsonl");
  expect(calls(trace).map((row) => row.results.map((result) => result.id))).toEqual([
    [],
    ["toolu_1", "toolu_2"],
    [],
    ["toolu_s1"],
    ["toolu_3"],
  ]);
});

test("a failed result makes an error of its tool, and its body has arguments and text", async () => {
  const trace = await fixture("session.jsonl");
  const read = named(trace, "Read");
  expect(read.fields.status).toBe("error");
  const { request, response, error } = body(trace, read);
  expect(request?.json).toEqual({ file_path: "/home/user/shop/notes.md" });
  expect(response?.json).toBe("File does not exist.");
  expect(error?.message).toBe("File does not exist.");
});

test("a conversation has the results of parallel calls, whichever line they hang on", async () => {
  const trace = await fixture("session.jsonl");
  const second = calls(trace)[1]!;
  const messages = trace.reader.messages?.(second.row, second.segments)?.map((ref) => ref.read()) ?? [];
  const parts = messages.map((message) => message.parts.map((part) => (part.type === "result" ? part.id : part.type)));
  expect(parts).toEqual([["text"], ["thinking", "call", "call"], ["toolu_1"], ["toolu_2"]]);
});

test("the next call's conversation begins with the same keys", async () => {
  const trace = await fixture("session.jsonl");
  const keys = [1, 4].map((index) => {
    const row = calls(trace)[index]!;
    return trace.reader.messages?.(row.row, row.segments)?.map((ref) => ref.key) ?? [];
  });
  expect(keys[1]).toHaveLength(6);
  expect(keys[1]?.slice(0, 4)).toEqual(keys[0]);
  expect(new Set(keys[1]).size).toBe(6);
});

test("a sub-agent's conversation is its own", async () => {
  const trace = await fixture("session.jsonl");
  const row = calls(trace)[3]!;
  const messages = trace.reader.messages?.(row.row, row.segments)?.map((ref) => ref.read()) ?? [];
  expect(messages.map((message) => message.parts.map((part) => part.type))).toEqual([["text"], ["call"], ["result"]]);
  expect(messageText(messages[0]!)).toBe("Find out why orders are late.");
});

test("answers and messages can be read as messages", async () => {
  const trace = await fixture("session.jsonl");
  const last = calls(trace)[4]!;
  const user = named(trace, "user");
  expect(messageText(trace.reader.answer!(last.row, last.segments)!)).toBe(
    "12 orders are late: the courier was ill. 🚚",
  );
  expect(messageText(trace.reader.answer!(user.row, user.segments)!)).toBe("How many orders are late, and why?");
});

test("errors of the API keep their status and words", async () => {
  const trace = await fixture("session.jsonl");
  const overloaded = named(trace, "api_error");
  const limited = named(trace, "API error");
  expect(overloaded.fields).toMatchObject({ kind: "error", status: "error", httpStatus: 529 });
  expect(limited.fields).toMatchObject({ kind: "error", status: "error", httpStatus: 429 });
  expect(body(trace, overloaded).error?.message).toBe("Overloaded");
  expect(body(trace, limited).error?.message).toBe("API Error: 429 rate limited");
});

test("the header gathers what single records say", async () => {
  const { sink } = await fixture("session.jsonl");
  expect(sink.headers).toEqual([
    {
      id: "5f0c1d1e-0000-4000-8000-000000000001",
      by: "Claude Code 2.1.9",
      cwd: "/home/user/shop",
      created: BEGIN,
      title: "Late orders",
      meta: { gitBranch: "main" },
    },
  ]);
});

test("raw is the lines as they stand in the file", async () => {
  const trace = await fixture("session.jsonl");
  const raw = body(trace, named(trace, "summary")).raw();
  expect(raw).toBe('{"type":"summary","summary":"Late orders","leafUuid":"a5"}');
  expect(body(trace, named(trace, "Bash")).raw().split("\n")).toHaveLength(2);
});

test("stream-json: no times, a sub-agent by its caller's id, cost on the last line", async () => {
  const trace = await fixture("stream-json.jsonl");
  expect(
    trace.sink.rows.map(({ fields }) => [fields.kind, fields.name, fields.agent].filter(Boolean).join(" ")),
  ).toEqual([
    "raw init",
    "llm claude-sonnet-4-5",
    "tool Task",
    "message user counter 89abcdef",
    "llm claude-sonnet-4-5 counter 89abcdef",
    "llm claude-sonnet-4-5",
    "raw rate_limit_event",
    "raw result success",
  ]);
  expect(named(trace, "result success").fields.cost).toBe(0.0123);
  expect(calls(trace).every((row) => row.fields.at === undefined && row.fields.durationMs === undefined)).toBe(true);
  const last = calls(trace)[2]!;
  expect(trace.reader.messages?.(last.row, last.segments)).toHaveLength(2);
});

test("a web export opens like the session it came from", async () => {
  const trace = await fixture("web-export.json");
  expect(trace.sink.rows.map(({ fields }) => fields.kind)).toEqual(["message", "llm", "tool", "llm"]);
  expect(trace.sink.rows[3]?.fields.tokens?.in).toBe(1353);
  expect(JSON.parse(body(trace, trace.sink.rows[0]!).raw())).toMatchObject({ uuid: "u1", type: "user" });
});

test("a record told twice, by progress and by the agent's own file, counts once", async () => {
  const said = { type: "assistant", uuid: "n1", message: { id: "m", role: "assistant", content: [] } };
  const progress = {
    type: "progress",
    uuid: "g1",
    parentUuid: null,
    data: { type: "agent_progress", agentId: "z", message: said },
  };
  const again = { ...progress, uuid: "g2" };
  const { sink } = await readText(`${JSON.stringify(progress)}\n${JSON.stringify(again)}\n`);
  expect(sink.rows.map(({ fields }) => [fields.kind, fields.agent])).toEqual([["llm", "z"]]);
});

test("unknown token counts stay unknown", async () => {
  const line = { type: "assistant", parentUuid: null, uuid: "1", message: { role: "assistant", content: "hi" } };
  const trace = await readText(JSON.stringify(line));
  expect(calls(trace)[0]?.fields).not.toHaveProperty("tokens");
  expect(calls(trace)[0]?.fields).not.toHaveProperty("durationMs");
});

test("records of wrong shapes become rows, never exceptions", async () => {
  const odd = [
    "[1]",
    '{"type":7}',
    '{"type":"user","message":5}',
    '{"type":"assistant","message":{"content":{"a":1}}}',
    "{}",
  ];
  const { sink, reader } = await readText(`{"parentUuid":null,"type":"user","message":"text"}\n${odd.join("\n")}\n`);
  expect(sink.rows.map(({ fields }) => fields.kind)).toEqual(["message", "raw", "raw", "raw", "llm", "raw"]);
  for (const row of sink.rows) {
    const read = reader.body(row.row, row.segments);
    expect(JSON.stringify(read.response?.json ?? null)).toBeTypeOf("string");
    reader.messages?.(row.row, row.segments)?.map((ref) => ref.read());
  }
});
