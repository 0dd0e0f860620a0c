import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { claudeCodeFormat } from "../../src/formats/claude-code/claude-code-format.ts";
import type { Reader } from "../../src/formats/format.ts";
import { messageText } from "../../src/providers/message.ts";
import { MemorySource } from "../../src/trace/source/memory-source.ts";
import { readFile, readText } from "../support/read-trace.ts";
import { ReportedRows } from "../support/reported-rows.ts";
import { tempFolder } from "../support/temp-folder.ts";

const FIXTURE = readFileSync(join(import.meta.dirname, "../fixtures/claude-code/session.jsonl"));

const line = (record: object): string => `${JSON.stringify(record)}\n`;
const user = (uuid: string, parentUuid: string | null, second: number, content: unknown, more: object = {}) => ({
  type: "user",
  uuid,
  parentUuid,
  sessionId: "s1",
  timestamp: new Date(second * 1000).toISOString(),
  message: { role: "user", content },
  ...more,
});
const assistant = (uuid: string, parentUuid: string, second: number, content: unknown, more: object = {}) => ({
  ...user(uuid, parentUuid, second, content, more),
  type: "assistant",
  message: { id: `msg-${uuid}`, role: "assistant", model: "claude-x", content },
});

function folder(files: Readonly<Record<string, string>>): string {
  const root = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

/** A reader over a source that grows. */
async function follow(): Promise<{ source: MemorySource; sink: ReportedRows; reader: Reader }> {
  const source = new MemorySource("/nowhere/session.jsonl");
  const sink = new ReportedRows();
  const reader = await claudeCodeFormat.open(source, { sink, addSource: () => undefined, list: () => [] });
  return { source, sink, reader };
}

function kinds(sink: ReportedRows): readonly string[] {
  return sink.rows.map(({ fields }) => [fields.kind, fields.status, fields.agent].filter(Boolean).join(" "));
}

test("agent files beside a session belong to it when they name it", async () => {
  const sub = { isSidechain: true, agentId: "aa" };
  const root = folder({
    "s1.jsonl": line(user("1", null, 0, "go")) + line(assistant("2", "1", 9, "done")),
    "agent-aa.jsonl": line(user("3", null, 1, "look", sub)) + line(assistant("4", "3", 2, "seen", sub)),
    "agent-bb.jsonl": line({ ...user("5", null, 1, "other"), sessionId: "s2" }),
  });
  const { sink } = await readFile(join(root, "s1.jsonl"));
  expect(kinds(sink)).toEqual(["message ok", "message ok aa", "llm ok aa", "llm ok"]);
});

test("workflow agents lie one folder deeper", async () => {
  const sub = { isSidechain: true, agentId: "cc" };
  const root = folder({
    "s1.jsonl": line(user("1", null, 0, "go")),
    "s1/subagents/workflows/wf_1/agent-cc.jsonl": line(user("2", null, 1, "look", sub)),
  });
  const { sink } = await readFile(join(root, "s1.jsonl"));
  expect(kinds(sink)).toEqual(["message ok", "message ok cc"]);
});

test("sidechains inside the session file are told apart by where they hang", async () => {
  const side = { isSidechain: true };
  const { sink } = await readText(
    [
      user("1", null, 0, "go"),
      user("a1", null, 1, "first", side),
      user("b1", null, 1, "second", side),
      assistant("a2", "a1", 2, "one", side),
      assistant("b2", "b1", 2, "two", side),
    ]
      .map(line)
      .join(""),
  );
  expect(kinds(sink).slice(1)).toEqual([
    "message ok sidechain 1",
    "message ok sidechain 2",
    "llm ok sidechain 1",
    "llm ok sidechain 2",
  ]);
});

test("a sub-agent told by progress records is called after its kind", async () => {
  const call = { type: "tool_use", id: "t1", name: "Agent", input: { prompt: "look", subagent_type: "scout" } };
  const prompt = "look ".repeat(60);
  const message = user("p1", null, 3, prompt);
  const data = { type: "agent_progress", agentId: "dd", prompt, message, normalizedMessages: ["x".repeat(6000)] };
  const records = [
    user("1", null, 0, "go"),
    assistant("2", "1", 1, [call]),
    {
      type: "progress",
      uuid: "3",
      parentUuid: "2",
      parentToolUseID: "t1",
      timestamp: new Date(3000).toISOString(),
      data,
    },
  ];
  const { sink, reader } = await readText(records.map(line).join(""));
  expect(kinds(sink)).toEqual(["message ok", "llm ok", "tool pending", "message ok scout dd"]);
  expect(reader.body(3, sink.rows[3]?.segments ?? []).request?.json).toEqual({ role: "user", content: prompt });
});

test("what was said before a compaction is not part of the conversation after it", async () => {
  const records = [
    user("1", null, 0, "go"),
    assistant("2", "1", 1, "gone"),
    {
      type: "system",
      subtype: "compact_boundary",
      uuid: "3",
      parentUuid: null,
      logicalParentUuid: "2",
      sessionId: "s1",
    },
    user("4", "3", 2, "in short: gone", { isCompactSummary: true }),
    assistant("5", "4", 3, "on"),
  ];
  const { sink, reader } = await readText(records.map(line).join(""));
  const last = sink.rows.at(-1)!;
  const said = reader.messages?.(last.row, last.segments)?.map((ref) => messageText(ref.read()));
  expect(said).toEqual(["in short: gone"]);
});

test("a record whose parent is not there follows the one before it", async () => {
  const records = [
    user("1", null, 0, "go"),
    assistant("2", "1", 1, "gone"),
    user("3", "lost", 2, "more"),
    assistant("4", "3", 3, "on"),
  ];
  const { sink, reader } = await readText(records.map(line).join(""));
  const last = sink.rows.at(-1)!;
  expect(reader.messages?.(last.row, last.segments)).toHaveLength(3);
});

test("a file that grows: rows are added, a tool gets its result, nothing is told twice", async () => {
  const { source, sink, reader } = await follow();
  const call = { type: "tool_use", id: "t1", name: "Bash", input: {} };
  source.push(Buffer.from(line(user("1", null, 0, "go")) + line(assistant("2", "1", 1, [call]))));
  expect(reader.advance(Number.POSITIVE_INFINITY)).toBe(true);
  expect(kinds(sink)).toEqual(["message ok", "llm ok", "tool pending"]);
  const result = line(user("3", "2", 2, [{ type: "tool_result", tool_use_id: "t1", content: "no", is_error: true }]));
  source.push(Buffer.from(result.slice(0, 40)));
  reader.advance(Number.POSITIVE_INFINITY);
  expect(kinds(sink)[2]).toBe("tool pending");
  source.push(Buffer.from(result.slice(40)));
  reader.advance(Number.POSITIVE_INFINITY);
  expect(kinds(sink)).toEqual(["message ok", "llm ok", "tool error"]);
  reader.finish();
  expect(sink.damages).toEqual([]);
  expect(sink.warnings).toEqual([]);
});

test("stream-json inside a log: its records, at the time of their log lines", async () => {
  const init = { type: "system", subtype: "init", session_id: "s", cwd: "/x" };
  const said = {
    type: "assistant",
    session_id: "s",
    parent_tool_use_id: null,
    message: { id: "m", role: "assistant", content: "é" },
  };
  const log = [
    "# Log é",
    `[2026-03-01T10:00:00.000Z] [INFO] ${JSON.stringify(init, null, 2)}`,
    "[2026-03-01T10:00:01.000Z] [INFO] {not a record}",
    '[2026-03-01T10:00:01.500Z] [INFO] {"also": "none"}',
    "{",
    `[2026-03-01T10:00:02.000Z] [INFO] ${JSON.stringify(said, null, 2)}`,
    "done",
  ].join("\n");
  const { format, sink, reader } = await readText(log, "/nowhere/run.log");
  expect(format.id).toBe("claude-code");
  expect(sink.rows.map(({ fields }) => [fields.kind, fields.at])).toEqual([
    ["raw", Date.parse("2026-03-01T10:00:00Z")],
    ["llm", Date.parse("2026-03-01T10:00:02Z")],
  ]);
  expect(JSON.parse(reader.body(1, sink.rows[1]?.segments ?? []).raw())).toEqual(said);
});

test("a log that grows is read on, in the middle of a record too", async () => {
  const init = '{\n"type": "system",\n"subtype": "init",\n"session_id": "s"\n}';
  const source = new MemorySource(
    "/nowhere/run.log",
    Buffer.from(`[2026-03-01T10:00:00Z] [INFO] ${init}\n[2026-03-01T10:00:01Z] [INFO] {\n"type":`),
  );
  const sink = new ReportedRows();
  const reader = await claudeCodeFormat.open(source, { sink, addSource: () => undefined, list: () => [] });
  expect(reader.advance(Number.POSITIVE_INFINITY)).toBe(true);
  expect(kinds(sink)).toEqual(["raw ok"]);
  source.push(Buffer.from('"result", "is_error": true}\n'));
  reader.advance(Number.POSITIVE_INFINITY);
  expect(kinds(sink)).toEqual(["raw ok", "error error"]);
});

test("the last record can be read before the walk has come to it; a torn line is none", async () => {
  const { source, sink, reader } = await follow();
  const many = Array.from({ length: 2000 }, (_, i) => line(user(`${i}`, null, i, "x".repeat(100)))).join("");
  source.push(Buffer.from(`${many}${line(assistant("last", "1999", 9, "the end"))}\n{"type":"us`));
  const tail = reader.tail?.();
  expect(sink.rows).toEqual([]);
  expect([tail?.kind, tail?.body.response?.json]).toMatchObject(["llm", { content: [{ text: "the end" }] }]);
});

test("a file without a whole line has no last record", async () => {
  const { source, reader } = await follow();
  expect(reader.tail?.()).toBeUndefined();
  source.push(Buffer.from('{"type":"user"'));
  expect(reader.tail?.()).toBeUndefined();
});

test("a walk stops at its deadline and goes on where it was", async () => {
  const { source, sink, reader } = await follow();
  source.push(Buffer.from(Array.from({ length: 100 }, (_, i) => line(user(`${i}`, null, i, "x"))).join("")));
  expect(reader.advance(0)).toBe(false);
  expect(sink.rows.length).toBeLessThan(100);
  while (!reader.advance(0));
  expect(sink.rows).toHaveLength(100);
});

test("any bytes of a session may be changed, cut or doubled: it opens, and every body can be read", async () => {
  const edit = fc.record({
    at: fc.nat(FIXTURE.length - 1),
    length: fc.nat(200),
    what: fc.constantFrom("cut", "double", "zero"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
      let bytes = FIXTURE;
      for (const { at, length, what } of edits) {
        const part = bytes.subarray(at, at + length);
        const middle = what === "cut" ? [] : what === "double" ? [part, part] : [Buffer.alloc(part.length)];
        bytes = Buffer.concat([bytes.subarray(0, at), ...middle, bytes.subarray(at + length)]);
      }
      const { source, sink, reader } = await follow();
      source.push(bytes);
      source.end();
      reader.finish();
      for (const row of sink.rows) {
        const body = reader.body(row.row, row.segments);
        JSON.stringify([body.request?.json, body.response?.json, body.error, body.before, body.after]);
        for (const ref of reader.messages?.(row.row, row.segments) ?? []) ref.read();
        reader.answer?.(row.row, row.segments);
      }
    }),
    { numRuns: 100 },
  );
});
