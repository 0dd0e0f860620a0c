import { describe, expect, test } from "vitest";
import { TraceReader } from "../../src/trace/read/reader.ts";
import { memorySource } from "../../src/trace/source/memory-source.ts";
import { formatExample } from "./format-example.ts";
import { readTrace, SeenRows } from "./seen-rows.ts";

const HEADER = '{"vcr":1,"id":"r"}';
const read = (...lines: string[]) => readTrace(memorySource("t.vcr", `${lines.join("\n")}\n`));
const kinds = (trace: ReturnType<typeof read>) => trace.sink.rows.map(({ fields }) => fields.kind);

describe("rows", () => {
  test("the worked example, without reading a body", () => {
    const { sink } = readTrace(memorySource("t.vcr", formatExample()));
    expect(
      sink.rows.map(({ seq, fields }) => [seq, fields.kind, fields.name, fields.status, fields.durationMs]),
    ).toEqual([
      [0, "llm", "gpt-5", "ok", 812],
      [1, "llm", "gpt-5", "pending", undefined],
    ]);
    expect(sink.rows[0]).toMatchObject({ calls: [{ id: "call_9", name: "get_weather" }], fields: { httpStatus: 200 } });
    expect(sink.rows[1]?.results).toEqual([{ id: "call_9" }]);
    expect(sink.rows[0]?.fields.op).toBe("openai/chat");
  });

  test("the size of an event is that of its lines", () => {
    const lines = ['{"seq":0,"kind":"llm"}', '{"end":0,"status":"ok"}'];
    expect(read(HEADER, ...lines).sink.rows[0]?.fields.size).toBe(lines.join("").length);
  });

  test("kinds that happen at a moment are not pending; unknown kinds are raw", () => {
    const { rows } = read(
      HEADER,
      '{"seq":0,"kind":"checkpoint"}',
      '{"seq":1,"kind":"error"}',
      '{"seq":2,"kind":"new"}',
    ).sink;
    expect(rows.map(({ fields }) => [fields.kind, fields.status])).toEqual([
      ["checkpoint", "ok"],
      ["error", "error"],
      ["raw", "ok"],
    ]);
  });

  test("an end line with an error and no status is an error", () => {
    const { rows } = read(HEADER, '{"seq":0,"kind":"llm"}', '{"end":0,"error":{"message":"no"}}').sink;
    expect(rows[0]?.fields.status).toBe("error");
  });

  test("results say what is known of them", () => {
    const { rows } = read(HEADER, '{"seq":0,"kind":"llm","results":["a",{"id":"b","isError":true,"at":5},7]}').sink;
    expect(rows[0]?.results).toEqual([{ id: "a" }, { id: "b", isError: true, at: 5 }]);
  });

  test("a further header begins a further run with pools and numbers of its own", () => {
    const run = (id: string, content: string) => [
      `{"vcr":1,"id":"${id}"}`,
      `{"msg":["a",0],"body":"${content}"}`,
      '{"seq":0,"kind":"llm","request":{"fill":{"/m":[["a",0,0]]},"body":{"m":[]}}}',
    ];
    const { sink, body } = read(...run("r1", "first"), ...run("r2", "second"));
    expect(sink.headers).toEqual([
      { header: { id: "r1" }, next: false },
      { header: { id: "r2" }, next: true },
    ]);
    expect([body(0).request?.json, body(1).request?.json]).toEqual([{ m: ["first"] }, { m: ["second"] }]);
  });

  test("lines of unknown types are passed over, lines written loosely are read", () => {
    const { sink } = read(
      HEADER,
      '{"note":"hello"}',
      '  { "kind" : "tool", "seq" : 0 , "name":"x"}\r',
      "",
      '{"end": 0, "status":"ok"}',
    );
    expect(sink.rows.map(({ fields }) => [fields.kind, fields.status])).toEqual([["tool", "ok"]]);
    expect(sink.damages).toEqual([]);
  });

  test("a file without header or with a byte order mark opens", () => {
    expect(kinds(read('{"seq":0,"kind":"llm"}'))).toEqual(["llm"]);
    const { sink } = read(`\ufeff${HEADER}`, '{"seq":0,"kind":"llm"}');
    expect(sink.headers[0]?.header.id).toBe("r");
    expect(sink.damages).toEqual([]);
  });

  test("a newer major version is refused with what to do", () => {
    expect(() => read('{"vcr":2,"id":"r"}')).toThrow(
      expect.objectContaining({ name: "TraceFormatError", code: "newer-version", line: 1, offset: 0 }),
    );
  });

  test("a line longer than the window is one row, and its body can be read", () => {
    const long = "x".repeat(3_000_000);
    const { sink, body } = read(
      HEADER,
      `{"seq":0,"kind":"llm","request":{"body":"${long}"}}`,
      '{"seq":1,"kind":"tool"}',
    );
    expect(sink.rows.map(({ fields }) => fields.kind)).toEqual(["llm", "tool"]);
    expect(body(0).request?.json).toBe(long);
  });
});

describe("damage", () => {
  const first = '{"seq":0,"kind":"llm"}';
  const second = '{"seq":1,"kind":"tool"}';

  test("text that is no JSON costs its line and is named with its place", () => {
    const { sink } = read(HEADER, first, "<<<<<<< HEAD", second);
    expect(sink.rows).toHaveLength(2);
    const offset = `${HEADER}\n${first}\n`.length;
    expect(sink.damages).toEqual([
      { source: 0, line: 3, offset, length: 12, expected: "a JSON object, found text that is no JSON" },
    ]);
  });

  test("a hole of NUL bytes in front of a line costs nothing else", () => {
    const { sink } = read(HEADER, `${"\0".repeat(50)}${first}`, second);
    expect(sink.rows).toHaveLength(2);
    expect(sink.damages).toMatchObject([{ line: 2, length: 50, expected: "a JSON object, found 50 NUL bytes" }]);
  });

  test.each([
    ["a torn element", '{"msg":["a",0],"body":{"rol'],
    ["a torn end", '{"end":0,"status":"o'],
    ["rubbish", "rubbish"],
  ])("%s glued to an event: the event opens", (_, torn) => {
    const { sink } = read(HEADER, first, `${torn}${second}`);
    expect(sink.rows.map(({ seq }) => seq)).toEqual([0, 1]);
    expect(sink.damages).toMatchObject([{ line: 3, length: torn.length }]);
  });

  test("a torn event glued to the next one: both rows, the gap is noticed", () => {
    const torn = '{"seq":0,"kind":"llm","request":{"body":{"text":"abc';
    const { sink } = read(HEADER, `${torn}{"seq":1,"kind":"tool","status":"ok"}`, '{"seq":2,"kind":"http"}');
    expect(sink.rows.map(({ seq }) => seq)).toEqual([0, 1, 2]);
    expect(sink.damages).toMatchObject([{ line: 2, length: torn.length }]);
  });

  test("a body that holds what looks like a line is no damage", () => {
    const tricky = '{"seq":0,"kind":"llm","request":{"body":{"x":{"seq":5,"kind":"tool"}}}}';
    const { sink } = read(HEADER, tricky, '{"seq":3,"kind":"tool"}');
    expect(sink.rows.map(({ seq }) => seq)).toEqual([0, 3]);
    expect(sink.damages).toEqual([]);
  });

  test("a torn last line is a warning, and only when nobody writes any more", () => {
    const source = memorySource("t.vcr", `${HEADER}\n${first}\n{"seq":1,"ki`);
    const sink = new SeenRows();
    const reader = new TraceReader(source, sink);
    expect(reader.advance(Number.POSITIVE_INFINITY)).toBe(true);
    expect(sink.warnings).toEqual([]);
    reader.finish();
    expect(sink.warnings).toEqual([expect.stringContaining("line 3, byte 42")]);
    expect(sink.damages).toEqual([]);
  });

  test("a last line that only lacks its end is read", () => {
    const { sink } = readTrace(memorySource("t.vcr", `${HEADER}\n${first}`));
    expect(sink.rows).toHaveLength(1);
    expect(sink.warnings).toEqual([]);
  });

  test("an end without a beginning, and a number used twice", () => {
    const { sink } = read(HEADER, first, '{"end":7,"status":"ok"}', first);
    expect(sink.rows).toHaveLength(1);
    expect(sink.damages.map(({ line, expected }) => [line, expected])).toEqual([
      [3, "the beginning of event 7 before its end"],
      [4, "an event number not used before, found 0 again"],
    ]);
  });

  test("a damaged element costs that element only", () => {
    const { body } = read(
      HEADER,
      '{"msg":["a",0],"body":"zero"}',
      '{"msg":["a",1],"body":"on" e"}',
      '{"msg":["a",2],"body":"two"}',
      '{"seq":0,"kind":"llm","request":{"fill":{"/m":[["a",0,3]]},"crc":"00000000","body":{"m":[]}}}',
    );
    const request = body(0).request;
    expect(request?.json).toEqual({ m: ["zero", null, "two", null] });
    expect(request?.notice).toBe("element a:1, a:3 of /m is missing or damaged");
    expect(request?.elements?.("/m")?.at(2)).toBe("two");
  });

  test("an altered element is said", () => {
    const altered = formatExample().replace('"content":"-3 C, snow"', '"content":"+30 C, sun"');
    const { body } = readTrace(memorySource("t.vcr", altered));
    expect([body(0).request?.notice, body(1).request?.notice]).toEqual([undefined, "altered since recording"]);
  });

  test("ranges that claim millions of elements end", () => {
    const ranges = Array.from({ length: 40 }, () => '["a",0,9007199254740990]').join(",");
    const { body } = read(HEADER, `{"seq":0,"kind":"llm","request":{"fill":{"/m":[${ranges}]},"body":{"m":[]}}}`);
    expect(body(0).request?.elements?.("/m")?.length).toBe(1_000_000);
  });
});

describe("while it is written", () => {
  test("the last event before the walk has come there", () => {
    const reader = new TraceReader(
      memorySource("t.vcr", `${formatExample()}{"seq":2,"kind":"tool","request":{"bo`),
      new SeenRows(),
    );
    const last = reader.tail();
    expect(last?.kind).toBe("llm");
    expect(last?.body.request?.path).toBe("/v1/chat/completions");
    expect(last?.body.request?.notice).toContain("not indexed yet");
  });

  test("the last event with its answer", () => {
    const lines = formatExample().split("\n").slice(0, 5);
    const reader = new TraceReader(memorySource("t.vcr", `${lines.join("\n")}\n`), new SeenRows());
    expect(reader.tail()?.body.response?.status).toBe(200);
  });

  test("a passed deadline still lets the walk get on", () => {
    const source = memorySource("t.vcr", `${HEADER}\n${'{"note":1}\n'.repeat(10_000)}`);
    const reader = new TraceReader(source, new SeenRows());
    let rounds = 0;
    while (!reader.advance(0)) rounds++;
    expect(rounds).toBeGreaterThan(2);
    expect(reader.position).toBe(source.size);
  });
});
