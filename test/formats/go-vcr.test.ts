import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { goDuration } from "../../src/formats/go-vcr/go-duration.ts";
import { getPointer } from "../../src/json/pointer.ts";
import { type ReadTrace, readFile, readText } from "../support/read-trace.ts";

const fixture = (name: string): Promise<ReadTrace> => readFile(join(import.meta.dirname, "../fixtures/go-vcr", name));

function body({ sink, reader }: ReadTrace, row: number) {
  return reader.body(row, sink.rows[row]?.segments ?? []);
}

test("exchanges are rows by what they are, on a clock that sums up durations", async () => {
  const { sink } = await fixture("tool-call.yaml");
  expect(
    sink.rows.map(({ fields }) => [fields.kind, fields.name, fields.status, fields.at, fields.durationMs]),
  ).toEqual([
    ["llm", "gpt-4o-mini", "ok", 0, 1500],
    ["tool", "weather", "ok", undefined, undefined],
    ["llm", "gpt-4o-mini", "truncated", 1500, 812],
    ["llm", "gpt-4o-mini", "error", 2312, 0.25],
    ["memory", "text-embedding-3-small", "ok", 2312.25, 10],
    ["http", "POST /weather", "ok", 2322.25, 5],
  ]);
});

test("a streamed answer gives usage and calls; the next request carries the result", async () => {
  const { sink } = await fixture("tool-call.yaml");
  expect(sink.rows[0]?.fields).toMatchObject({ provider: "openai", op: "openai/chat", tokens: { in: 41, out: 12 } });
  expect(sink.rows[1]?.callId).toBe("call_9");
  expect(sink.rows[2]?.results).toEqual([{ id: "call_9" }]);
});

test("a stream's JSON is folded when asked for, and a cut one says so", async () => {
  const trace = await fixture("tool-call.yaml");
  const first = body(trace, 0).response;
  const args = getPointer(first?.json ?? null, "/choices/0/message/tool_calls/0/function/arguments");
  expect(args).toBe('{"city":"Oslo"}');
  expect([first?.streamed, first?.cut]).toEqual([true, false]);
  expect(body(trace, 2).response?.cut).toBe(true);
});

test("a request keeps its text, path and JSON", async () => {
  const { request } = body(await fixture("tool-call.yaml"), 2);
  expect(request).toMatchObject({ method: "POST", path: "/v1/chat/completions" });
  expect(getPointer(request?.json ?? null, "/messages/2/content")).toBe("-3 °C, snow");
});

test("an error answer says what the API said", async () => {
  const trace = await fixture("tool-call.yaml");
  expect(trace.sink.rows[3]?.fields.httpStatus).toBe(429);
  expect(body(trace, 3).error).toEqual({ type: "rate_limit", message: "Rate limit" });
});

test("raw is the interaction as it stands in the file, also behind wide characters", async () => {
  const raw = body(await fixture("tool-call.yaml"), 5).raw();
  expect(raw.startsWith("id: 4\n      request:")).toBe(true);
  expect(raw.trimEnd().endsWith("duration: 5ms")).toBe(true);
});

test("version 1: lists of header values, no duration", async () => {
  const trace = await fixture("version-1.yaml");
  expect(trace.format.id).toBe("go-vcr");
  expect(trace.sink.rows[0]?.fields).toMatchObject({
    kind: "llm",
    status: "ok",
    tokens: { in: 8, out: 2 },
    httpStatus: 200,
  });
  expect(trace.sink.rows[0]?.fields).not.toHaveProperty("durationMs");
  expect(body(trace, 0).response?.headers).toEqual({ "Content-Type": "application/json", "X-Trace": "a, b" });
});

test("an empty cassette is an empty run", async () => {
  const { sink, format } = await fixture("empty.yaml");
  expect([format.id, sink.headers.length, sink.rows.length, sink.damages.length]).toEqual(["go-vcr", 1, 0, 0]);
});

test("broken YAML is damage with its place, the interactions before it open", async () => {
  const good = "- request: {url: 'http://x/a', method: GET}\n  response: {code: 200, body: ok, duration: 1s}\n";
  const { sink } = await readText(`version: 2\ninteractions:\n${good}- request: {url: "unclosed\n`, "x.yaml");
  expect(sink.rows[0]?.fields).toMatchObject({ kind: "http", name: "GET /a" });
  expect(sink.damages[0]?.line).toBeGreaterThanOrEqual(5);
});

test("a result belongs to the first request that carries it", async () => {
  const call = { id: "c1", type: "function", function: { name: "look", arguments: "{}" } };
  const asked = { role: "user", content: "?" };
  const carried = [
    asked,
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "c1", content: "." },
  ];
  const exchange = (messages: readonly object[], message: object) => ({
    request: {
      url: "https://api.openai.com/v1/chat/completions",
      method: "POST",
      body: JSON.stringify({ model: "m", messages }),
    },
    response: { code: 200, body: JSON.stringify({ choices: [{ index: 0, message }] }), duration: "1s" },
  });
  const said = { role: "assistant", content: "so" };
  const list = [
    exchange([asked], { role: "assistant", tool_calls: [call] }),
    exchange(carried, said),
    exchange([...carried, said], said),
  ];
  const items = list.map((each) => `- ${JSON.stringify(each)}\n# é\n`).join("");
  const trace = await readText(`version: 2\ninteractions:\n${items}`, "x.yaml");
  expect(trace.sink.rows.map(({ fields, results }) => [fields.kind, results.length])).toEqual([
    ["llm", 0],
    ["tool", 0],
    ["llm", 1],
    ["llm", 0],
  ]);
  expect(body(trace, 3).raw()).toBe(JSON.stringify(list[2]));
});

test("aliases that stand for too much cost their interaction, not the file", async () => {
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (const [name, of] of ["ba", "cb", "dc", "ed", "fe", "gf"].map((pair) => [...pair])) {
    bomb.push(`${name}: &${name} [${Array(9).fill(`*${of}`).join(",")}]`);
  }
  const text = `version: 2\ninteractions:\n- request:\n    url: u\n    ${bomb.join("\n    ")}\n- request: {url: 'http://x/b'}\n`;
  const { sink } = await readText(text, "x.yaml");
  expect(sink.rows.map(({ fields }) => [fields.kind, fields.status])).toEqual([
    ["raw", "error"],
    ["http", "pending"],
  ]);
});

test.each(["[".repeat(600), "{a: ".repeat(600), `\n${"- ".repeat(600)}x`])(
  "nesting beyond the limit is damage: %.12s",
  async (deep) => {
    const { sink } = await readText(`version: 2\ninteractions: ${deep}`, "x.yaml");
    expect(sink.rows).toEqual([]);
    expect(sink.damages[0]?.expected).toBe("YAML, found it nested deeper than 500");
  },
);

test.each([
  ["1.145270042s", 1145.270042],
  ["812ms", 812],
  ["1m2.5s", 62_500],
  ["1h0m0.5s", 3_600_500],
  ["250µs", 0.25],
  ["15ns", 0.000015],
  ["0s", 0],
  ["-1s", -1000],
  ["", undefined],
  ["soon", undefined],
  ["1s later", undefined],
])("Go duration %s is %s ms", (text, expected) => {
  const value = goDuration(text);
  if (expected === undefined) expect(value).toBeUndefined();
  else expect(value).toBeCloseTo(expected, 9);
});

test("any text behind the first lines opens without an exception", async () => {
  const piece = fc.constantFrom(
    "- ",
    "request:",
    "\n",
    "  ",
    "{",
    "}",
    "[",
    "&a ",
    "*a ",
    "url: x",
    "'",
    '"',
    "|+\n",
    ": ",
    "\t",
    "é",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
      const { sink, reader } = await readText(`version: 2\ninteractions:${pieces.join("")}`, "x.yaml");
      for (const row of sink.rows) reader.body(row.row, row.segments).raw();
    }),
    { numRuns: 200 },
  );
});
