import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LineFile } from "../../src/trace/write/line-file.ts";
import { TraceWriter } from "../../src/trace/write/writer.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { formatExample } from "./format-example.ts";
import { readTrace } from "./seen-rows.ts";

const HEADER = { id: "r_1", by: "test" };

function linesOf(path: string): Record<string, never>[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("TraceWriter", () => {
  test("writes the worked example of the specification, byte for byte", () => {
    const path = join(tempFolder(), "run.vcr");
    const call = { name: "get_weather", arguments: '{"city":"Oslo"}' };
    const messages = [
      { role: "user", content: "Weather in Oslo?" },
      { role: "assistant", content: null, tool_calls: [{ id: "call_9", type: "function", function: call }] },
      { role: "tool", tool_call_id: "call_9", content: "-3 C, snow" },
    ];
    const tools = [{ type: "function", function: { name: "get_weather", parameters: {} } }];
    const request = (count: number) => ({
      method: "POST",
      path: "/v1/chat/completions",
      repeated: ["/messages", "/tools"],
      body: JSON.stringify({ model: "gpt-5", messages: messages.slice(0, count), tools }),
    });
    const llm = { kind: "llm", name: "gpt-5", provider: "openai", op: "openai/chat" } as const;
    const created = Date.UTC(2026, 10, 29, 13, 5, 22, 101);
    const header = { id: "r_7f3k", created, by: "agent-vcr 0.1.0", argv: ["python", "agent.py"] };

    const writer = new TraceWriter(path, header);
    const seq = writer.begin({ ...llm, at: 1764421522101, request: request(1) });
    const choice = { index: 0, finish_reason: "tool_calls", message: messages[1] };
    const answer = { id: "chatcmpl-1", choices: [choice], usage: { prompt_tokens: 61, completion_tokens: 18 } };
    writer.end(seq, {
      status: "ok",
      durationMs: 812,
      tokens: { in: 61, out: 18 },
      calls: [{ id: "call_9", name: "get_weather" }],
      response: { status: 200, body: JSON.stringify(answer) },
    });
    writer.begin({ ...llm, at: 1764421523950, results: [{ id: "call_9" }], request: request(3) });
    writer.close();

    expect(readFileSync(path, "utf8")).toBe(formatExample());
  });

  test("makes files for their owner only", () => {
    const path = join(tempFolder(), "deep", "run.vcr");
    new TraceWriter(path, HEADER).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
  });

  test("refuses an existing file and leaves it as it is", () => {
    const path = join(tempFolder(), "run.vcr");
    writeFileSync(path, "precious");
    expect(() => new TraceWriter(path, HEADER)).toThrow(expect.objectContaining({ code: "exists" }));
    expect(readFileSync(path, "utf8")).toBe("precious");
  });

  test("replaces an existing file when forced", () => {
    const path = join(tempFolder(), "run.vcr");
    writeFileSync(path, "old");
    new TraceWriter(path, HEADER, { force: true }).close();
    expect(linesOf(path)).toEqual([{ vcr: 1, ...HEADER }]);
  });

  test("with events only: what is replaced stays until the first event, and a run without one leaves no file", () => {
    const folder = tempFolder();
    const path = join(folder, "run.vcr");
    writeFileSync(path, "old");
    const silent = new TraceWriter(path, HEADER, { force: true, onlyWithEvents: true });
    silent.exit({ code: 0 });
    silent.close();
    const writer = new TraceWriter(path, HEADER, { force: true, onlyWithEvents: true });
    expect(readFileSync(path, "utf8")).toBe("old");
    writer.write({ kind: "tool", name: "t" });
    expect(linesOf(path)).toHaveLength(2);
    writer.close();
    new TraceWriter(join(folder, "other.vcr"), HEADER, { onlyWithEvents: true }).close();
    expect(readdirSync(folder)).toEqual(["run.vcr"]);
  });

  test("a run appended to a torn file begins on a line of its own", () => {
    const path = join(tempFolder(), "run.vcr");
    writeFileSync(path, '{"vcr":1,"id":"first"}\n{"seq":0,"kind":"ll');
    new TraceWriter(path, HEADER, { append: true }).close();
    expect(readFileSync(path, "utf8").split("\n").slice(1)).toEqual([
      '{"seq":0,"kind":"ll',
      '{"vcr":1,"id":"r_1","by":"test"}',
      "",
    ]);
  });

  test.skipIf(!existsSync("/dev/full"))("a full disk is an error that says so", () => {
    const file = new LineFile("/dev/full", { append: true });
    expect(() => file.write(["{}\n"])).toThrow(expect.objectContaining({ code: "ENOSPC" }));
    file.close();
  });

  test("an event number is not used again after an event could not be written", () => {
    const path = join(tempFolder(), "run.vcr");
    const writer = new TraceWriter(path, HEADER);
    const unwritable = { kind: "llm", after: { toJSON: () => BigInt(1) } } as const;
    // biome-ignore lint/suspicious/noExplicitAny: a value no type allows, as a caller without types may pass
    expect(() => writer.begin(unwritable as any)).toThrow();
    expect(writer.begin({ kind: "llm" })).toBe(1);
    writer.close();
  });

  test("lists of calls too long for the indexed part stand whole at the end", () => {
    const path = join(tempFolder(), "run.vcr");
    const writer = new TraceWriter(path, HEADER);
    const calls = Array.from({ length: 200 }, (_, i) => ({ id: `call_${i}`, name: "search" }));
    writer.end(writer.begin({ kind: "llm" }), { status: "ok", calls, response: { status: 200, body: "{}" } });
    writer.close();
    const line = readFileSync(path, "utf8").split("\n")[2] ?? "";
    expect(line.indexOf('"response"')).toBeLessThanOrEqual(2048);
    expect(line).toContain('"more":true');
    expect(readTrace(path).sink.rows[0]?.calls).toEqual(calls);
  });

  test("masked places are named on the line that holds the text", () => {
    const path = join(tempFolder(), "run.vcr");
    const writer = new TraceWriter(path, HEADER);
    const body = { user: "<MY_KEY>", messages: [{ content: "hello" }, { content: "<MY_KEY>" }] };
    const masked = ["/user", "/messages/1/content"];
    writer.begin({ kind: "llm", request: { body: JSON.stringify(body), repeated: ["/messages"], masked } });
    writer.close();
    const [, first, second, event] = linesOf(path);
    expect(first).not.toHaveProperty("masked");
    expect(second).toHaveProperty("masked", ["/content"]);
    expect(event).toHaveProperty("request.masked", ["/user"]);
  });

  test("fields of others cannot move in front of the line's first key, nor double one of ours", () => {
    const path = join(tempFolder(), "run.vcr");
    const writer = new TraceWriter(path, HEADER);
    writer.begin({ kind: "llm", extra: JSON.parse('{"7":1,"kind":"x","request":2,"__proto__":3,"mine":4}') });
    writer.close();
    expect(readFileSync(path, "utf8").split("\n")[1]).toBe('{"seq":0,"kind":"llm","7":1,"__proto__":3,"mine":4}');
  });
});
