import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { getPointer } from "../../src/json/pointer.ts";
import { type ReadTrace, readFile, readText } from "../support/read-trace.ts";

const fixture = (name: string): Promise<ReadTrace> => readFile(join(import.meta.dirname, "../fixtures/vcrpy", name));

function body({ sink, reader }: ReadTrace, row: number) {
  return reader.body(row, sink.rows[row]?.segments ?? []);
}

test("exchanges are rows by what they are: models, vectors, stores, the rest", async () => {
  const { sink } = await fixture("bodies.yaml");
  expect(sink.rows.map(({ fields }) => [fields.kind, fields.name, fields.provider, fields.status])).toEqual([
    ["llm", "gpt-4o-mini", "openai", "ok"],
    ["tool", "weather", undefined, "ok"],
    ["llm", "gpt-4o-mini", "openai", "ok"],
    ["memory", "text-embedding-3-small", "openai", "ok"],
    ["memory", "POST /query", "pinecone", "ok"],
    ["http", "GET /logo.png", undefined, "ok"],
    ["http", "POST /model/nova/converse-stream", undefined, "ok"],
    ["llm", "gpt-4o-mini", "openai", "error"],
    ["http", "HEAD /probe", undefined, "ok"],
  ]);
});

test("a packed answer gives usage and calls, the next request carries the result", async () => {
  const { sink } = await fixture("bodies.yaml");
  expect(sink.rows[0]?.fields.tokens).toEqual({ in: 41, out: 12 });
  expect(sink.rows[1]?.callId).toBe("call_9");
  expect(sink.rows[2]?.results).toEqual([{ id: "call_9" }]);
  expect(sink.rows[3]?.fields.tokens).toEqual({ in: 7 });
});

test("times are guessed from headers, and said to be guesses", async () => {
  const { sink } = await fixture("bodies.yaml");
  const times = sink.rows.map(({ fields }) => [fields.at, fields.durationMs, fields.approximate]);
  // Sat, 15 Nov 2025 20:26:40 GMT less 120 ms; 20:26:35; 20:26:32 less 250 ms.
  expect(times[0]).toEqual([1763238399880, 120, true]);
  expect(times[2]).toEqual([1763238395000, undefined, true]);
  expect(times[3]).toEqual([1763238391750, 250, true]);
  expect(times[4]).toEqual([undefined, undefined, undefined]);
});

test("a text whose bytes were taken for Latin-1 is read as UTF-8; one that is Latin-1 stays", async () => {
  const trace = await fixture("bodies.yaml");
  const answer = body(trace, 2);
  expect(getPointer(answer.response?.json ?? null, "/choices/0/message/content")).toBe("Cold — −3 °C");
  expect(answer.response?.notice).toBe("recorded as Latin-1, read as UTF-8");
  expect(getPointer(answer.request?.json ?? null, "/messages/2/content")).toBe("-3 °C, snow");
});

test("bytes that are no text stay bytes, frames of AWS become their events", async () => {
  const trace = await fixture("bodies.yaml");
  expect(body(trace, 5).response?.bytes).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 0x1a, 10, 0, 0xff]));
  expect(body(trace, 6).response).toMatchObject({
    json: [
      { event: "messageStart", data: { role: "assistant" } },
      { event: "contentBlockDelta", data: { delta: { text: "Hei, vær" } } },
    ],
    notice: "2 events of a binary AWS stream",
  });
});

test("an error answer says what the API said, a damaged gzip that it is damaged", async () => {
  const trace = await fixture("bodies.yaml");
  expect(body(trace, 7).error).toEqual({ type: "rate_limit", message: "Rate limit" });
  expect(body(trace, 8).response).toMatchObject({ notice: "damaged gzip" });
  expect(body(trace, 8).response?.bytes).toHaveLength(12);
});

test("a body kept as a tree is JSON again, its bare words as Python wrote them", async () => {
  const trace = await fixture("parsed-body.yaml");
  expect(trace.sink.rows[0]?.fields).toMatchObject({
    name: "claude-haiku-4-5",
    tokens: { in: 25, out: 9, cacheRead: 5 },
  });
  expect(getPointer(body(trace, 0).request?.json ?? null, "/messages/0/content")).toBe("Who knows?");
  const input = getPointer(body(trace, 0).response?.json ?? null, "/content/0/input");
  expect(input).toEqual({ commit: "7e10", mode: "0o17", share: "1.5e5" });
});

test("a JSON cassette is read the same way, each interaction with its place", async () => {
  const trace = await fixture("cassette.json");
  expect(trace.sink.rows.map(({ fields }) => [fields.kind, fields.status])).toEqual([
    ["llm", "ok"],
    ["tool", "pending"],
    ["http", "ok"],
  ]);
  expect(body(trace, 2).response?.text).toBe("Hei");
  expect(body(trace, 2).raw()).toMatch(/^\{\s*"request": \{\s*"method": "GET"[\s\S]*\}$/);
});

test("a JSON cassette that is cut off keeps what is whole, and tells where it broke", async () => {
  const one =
    '{"request":{"method":"GET","uri":"http://x/a","headers":{}},"response":{"status":{"code":200},"body":{"string":"hi"}}}';
  const { sink, format } = await readText(`{"version":1,"interactions":[\n${one},\n{"request":`, "x.json");
  expect(format.id).toBe("vcrpy");
  expect(sink.rows.map(({ fields }) => fields.name)).toEqual(["GET /a"]);
  expect(sink.damages).toMatchObject([{ line: 2, expected: expect.stringContaining("cut off") }]);
});

test("an empty cassette is an empty run", async () => {
  const { sink, format } = await fixture("empty.yaml");
  expect([format.id, sink.headers.length, sink.rows.length, sink.damages.length]).toEqual(["vcrpy", 1, 0, 0]);
});

test("broken YAML is damage with its place, the interactions before it open", async () => {
  const good = "- request: {uri: 'http://x/a', method: GET}\n  response: {status: {code: 200}, body: {string: ok}}\n";
  const { sink } = await readText(`interactions:\n${good}- request: {uri: "unclosed\n`, "x.yaml");
  expect(sink.rows[0]?.fields).toMatchObject({ kind: "http", name: "GET /a" });
  expect(sink.damages[0]?.line).toBeGreaterThanOrEqual(4);
});

test("aliases that stand for too much cost their interaction, not the file", async () => {
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (const [name, of] of ["ba", "cb", "dc", "ed", "fe", "gf"].map((pair) => [...pair])) {
    bomb.push(`${name}: &${name} [${Array(9).fill(`*${of}`).join(",")}]`);
  }
  const text = `interactions:\n- request:\n    uri: u\n    ${bomb.join("\n    ")}\n- request: {uri: 'http://x/b'}\n`;
  const { sink } = await readText(text, "x.yaml");
  expect(sink.rows.map(({ fields }) => [fields.kind, fields.status])).toEqual([
    ["raw", "error"],
    ["http", "pending"],
  ]);
});

test("keys such as __proto__ are data", async () => {
  const { sink, reader } = await readText(
    "interactions:\n- request: {uri: 'http://x/a', method: POST, parsed_body: {__proto__: {a: 1}}}\n",
    "x.yaml",
  );
  expect(reader.body(0, sink.rows[0]?.segments ?? []).request?.text).toBe('{"__proto__":{"a":1}}');
});

test("any text behind the first line opens without an exception", async () => {
  const piece = fc.constantFrom(
    ..."- |request:|response:|\n|  |{|}|[|&a |*a |uri: x|body:|string:|!!binary |H4sI|status: 1|parsed_body:|'|\"|: |é".split(
      "|",
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
      const { sink, reader } = await readText(`interactions:\n- request:\n    uri: u\n${pieces.join("")}`, "x.yaml");
      for (const row of sink.rows) void reader.body(row.row, row.segments).response?.json;
    }),
    { numRuns: 200 },
  );
});
