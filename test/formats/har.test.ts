import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ReadTrace, readFile, readText } from "../support/read-trace.ts";

const FIXTURE = join(import.meta.dirname, "../fixtures/har/browser.har");

function body({ sink, reader }: ReadTrace, row: number) {
  return reader.body(row, sink.rows[row]?.segments ?? []);
}

test("entries are rows in the order of their starts, with their times", async () => {
  const { format, sink } = await readFile(FIXTURE);
  const start = Date.UTC(2026, 2, 1, 10);
  expect(format.id).toBe("har");
  expect(
    sink.rows.map(({ fields }) => [fields.kind, fields.name, fields.status, fields.at, fields.durationMs]),
  ).toEqual([
    ["raw", "entry without a request", "error", undefined, undefined],
    ["llm", "gpt-4o-mini", "ok", start, 1250.5],
    ["tool", "weather", "ok", undefined, undefined],
    ["llm", "gpt-4o-mini", "ok", start + 2000, 500],
    ["http", "GET /logo.png", "ok", start + 3000, undefined],
    ["http", "GET /gone", "pending", start + 4000, 3],
  ]);
  expect(sink.rows[1]?.fields.tokens).toEqual({ in: 41, out: 12 });
});

test("bodies in base64 are read, also in the chunks that Polly writes; equal headers are one", async () => {
  const trace = await readFile(FIXTURE);
  expect(body(trace, 3).response?.json).toMatchObject({ choices: [{ message: { content: "Cold." } }] });
  expect(body(trace, 3).request?.headers).toEqual({ accept: "a, b" });
  expect([...(body(trace, 4).response?.bytes ?? [])]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  expect(body(trace, 5).response).toBeUndefined();
});

test("the raw text of an event is its entry", async () => {
  const trace = await readFile(FIXTURE);
  expect(JSON.parse(body(trace, 5).raw()).request.url).toBe("https://example.org/gone");
});

test("an archive that is cut off gives the entries before, and the place", async () => {
  const text = readFileSync(FIXTURE, "utf8");
  const { sink } = await readText(text.slice(0, text.indexOf('"2026-03-01T10:00:03')));
  expect(sink.rows.map(({ fields }) => fields.name)).toEqual(["gpt-4o-mini", "weather", "gpt-4o-mini"]);
  expect(sink.damages).toMatchObject([{ expected: "JSON to the end of the file, found it broken or cut off" }]);
});
