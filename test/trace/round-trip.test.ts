import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventRecord } from "../../src/trace/write/record.ts";
import { TraceWriter, writeTrace } from "../../src/trace/write/writer.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { readTrace } from "./seen-rows.ts";

const RUNS = { numRuns: 40 };

/** JSON text in all its forms: escapes, odd numbers, odd keys, white space. */
const compact = fc.json({ maxDepth: 4 });
const spaced = fc
  .tuple(fc.jsonValue(), fc.constantFrom(0, 1, "\t"))
  .map(([value, space]) => JSON.stringify(value, null, space));
const python = fc
  .jsonValue()
  .map((value) =>
    JSON.stringify(value).replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );
const oddKeys = fc.constantFrom(
  '{"__proto__":{"a":1},"constructor":2}',
  '{"a":1,"a":2}',
  '{"fill":{"/x":[["a",0,0]]},"blob":"no","body":[]}',
  '{"messages":[{"messages":[]}],"":{"":0},"a/b~c":[1]}',
  "1e400",
  "-0",
  '"\\ud800"',
);
const anyText = fc.oneof(compact, spaced, python, oddKeys, fc.string({ unit: "binary" }), fc.constant("\ufeff{}"));
const withTail = fc.tuple(anyText, fc.constantFrom("", "\n", " \r\n")).map(([text, tail]) => text + tail);
const anyBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const REPEATED = ["/messages", "/tools", "/system", "/a/b", "", "/messages/0"];

/** Requests as chat APIs have them, in any spelling of JSON. */
const chatBody = fc
  .record({
    messages: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 5 }),
    system: fc.jsonValue({ maxDepth: 1 }),
    tools: fc.array(fc.jsonValue({ maxDepth: 1 })),
    "a/b": fc.string(),
  })
  .chain((body) => fc.constantFrom(JSON.stringify(body), JSON.stringify(body, null, 1), loose(JSON.stringify(body))));

/** As Python's json.dumps writes it: a blank after every comma and colon that stands outside strings. */
function loose(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (token) => (token.length === 1 ? `${token} ` : token));
}

function writtenAndRead(events: readonly EventRecord[], externalize?: number) {
  const path = join(folder, `${count++}.vcr`);
  writeTrace(path, { id: "r" }, events, externalize === undefined ? {} : { externalize });
  const trace = readTrace(path);
  expect(trace.sink.damages).toEqual([]);
  expect(trace.sink.warnings).toEqual([]);
  expect(trace.sink.rows).toHaveLength(events.length);
  return trace;
}

let folder = "";
let count = 0;

describe("write, then read, is identity", () => {
  test.each([
    ["plain", undefined],
    ["with every leaf a blob", 1],
  ])("for any text as request and response, %s", (_, externalize) => {
    folder = tempFolder();
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(withTail, chatBody), withTail), { maxLength: 6 }), (bodies) => {
        const events = bodies.map(([request, response]) => ({
          kind: "llm" as const,
          request: { body: request, repeated: REPEATED },
          response: { status: 200, body: response },
        }));
        const { body } = writtenAndRead(events, externalize);
        for (const [i, [request, response]] of bodies.entries()) {
          // Half a surrogate pair has no bytes; what has none cannot come back.
          expect(body(i).request?.text).toBe(Buffer.from(request).toString());
          expect(body(i).request?.notice).toBeUndefined();
          expect(body(i).response?.text).toBe(Buffer.from(response).toString());
        }
      }),
      RUNS,
    );
  });

  test("for any bytes", () => {
    folder = tempFolder();
    fc.assert(
      fc.property(anyBytes, anyBytes, (request, response) => {
        const { body } = writtenAndRead([{ kind: "http", request: { body: request }, response: { body: response } }]);
        const { text, bytes } = body(0).request ?? {};
        expect(Buffer.from(text ?? bytes ?? "")).toEqual(request);
        const answer = body(0).response;
        expect(Buffer.from(answer?.text ?? answer?.bytes ?? "")).toEqual(response);
      }),
      RUNS,
    );
  });

  test("for any stream, cut anywhere, into any chunks", () => {
    folder = tempFolder();
    const chunk = fc.tuple(fc.double({ min: 0, max: 1e6, noNaN: true }), anyBytes);
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 20 }), fc.boolean(), (parts, cut) => {
        const chunks = parts.map(([dt, bytes]) => [dt === 0 ? 0 : dt, bytes.length] as const);
        const whole = Buffer.concat(parts.map(([, bytes]) => bytes));
        const response = { status: 200, streamed: true, cut, chunks, body: whole };
        const read = writtenAndRead([{ kind: "llm", response }]).body(0).response;
        expect(Buffer.from(read?.text ?? read?.bytes ?? "")).toEqual(whole);
        expect(read?.chunks).toEqual(chunks);
        expect(read?.cut ?? false).toBe(cut);
      }),
      RUNS,
    );
  });

  test("for conversations that grow, interleave, rewind, repeat and move their cache marker", () => {
    folder = tempFolder();
    const step = fc.record({
      agent: fc.nat(2),
      back: fc.nat(3),
      add: fc.array(fc.nat(5), { maxLength: 3 }),
      mark: fc.nat(4),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const talks: number[][] = [[], [], []];
        const bodies = steps.map(({ agent, back, add, mark }) => {
          const talk = talks[agent]?.slice(0, -back || undefined) ?? [];
          talk.push(...add);
          talks[agent] = talk;
          return chat(talk, mark);
        });
        const request = (body: string) => ({ body, repeated: ["/messages"] });
        const { body } = writtenAndRead(bodies.map((each) => ({ kind: "llm", request: request(each) })));
        for (const [i, expected] of bodies.entries()) {
          const read = body(i).request;
          expect(read?.text).toBe(expected);
          expect(read?.notice).toBeUndefined();
          const elements = read?.elements?.("/messages");
          const messages = JSON.parse(expected).messages;
          expect(Array.from({ length: elements?.length ?? 0 }, (_, at) => elements?.at(at))).toEqual(messages);
        }
      }),
      RUNS,
    );
  });

  test("for the indexed fields, whether an event is written at once or begun and ended", () => {
    folder = tempFolder();
    const indexed = fc.record(
      {
        name: fc.string(),
        provider: fc.constantFrom("openai", "groq"),
        op: fc.constantFrom("openai/chat", "gemini/generate"),
        agent: fc.string({ unit: "grapheme" }),
        at: fc.double({ min: 0, max: 2e12, noNaN: true }),
        durationMs: fc.nat(),
        cost: fc.double({ min: 0, max: 100, noNaN: true }),
        tokens: fc.record({ in: fc.nat(), out: fc.nat(), cacheRead: fc.nat() }, { requiredKeys: [] }),
        origin: fc.constantFrom("recorded" as const, "live" as const),
        approximate: fc.constant(true as const),
        retryOf: fc.nat(),
        edits: fc.constant(["request" as const]),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(indexed, (fields) => {
        const path = join(folder, `${count++}.vcr`);
        const writer = new TraceWriter(path, {});
        writer.write({ kind: "llm", ...fields });
        writer.end(writer.begin({ kind: "llm" }), { ...fields, status: "ok" });
        writer.close();
        const expected = { kind: "llm", status: "ok", ...JSON.parse(JSON.stringify(fields)) };
        if (!fields.provider && fields.op) expected.op = fields.op;
        for (const { fields: read } of readTrace(path).sink.rows) {
          const { size, ...rest } = read;
          expect(size).toBeGreaterThan(0);
          expect(rest).toEqual(expected);
        }
      }),
      RUNS,
    );
  });
});

function chat(talk: readonly number[], mark: number): string {
  const messages = talk.map((number, i) => ({
    role: i % 2 ? "assistant" : "user",
    content: [
      {
        type: "text",
        text: `messäge ${number} `.repeat(number * 4),
        ...(i === mark && { cache_control: { type: "ephemeral" } }),
      },
    ],
  }));
  return JSON.stringify({ model: "m", messages });
}
