import { expect, test } from "vitest";
import { openaiChat } from "../../src/providers/openai/chat/dialect.ts";
import { isStream, readBody } from "../../src/providers/streams/stream.ts";

test.each([
  ["application/json", "data: {}\n\n", true],
  [undefined, "event: ping\ndata: {}\n\n", true],
  [undefined, ": PROCESSING\n\n", true],
  [undefined, "\n\ndata: {}", true],
  ["text/event-stream; charset=utf-8", "", true],
  ["text/event-stream", '{"error":{}}', false],
  ["text/event-stream", "<html>", false],
  ["application/json", '{"data":1}', false],
  ["application/json", '[{"candidates":[]},\n{"cand', true],
  ["application/json", "[1]", false],
  [undefined, "", false],
])("%s %j is a stream: %s", (type, text, expected) => {
  expect(isStream(type, text)).toBe(expected);
});

test("readBody parses a plain body and folds a stream", () => {
  expect(readBody(openaiChat, undefined, '{"model":"m"}')).toEqual({
    json: { model: "m" },
    streamed: false,
    cut: false,
  });
  expect(readBody(openaiChat, undefined, "bad gateway")).toEqual({ streamed: false, cut: false });
  expect(readBody(openaiChat, undefined, 'data: {"model":"m"}\n\n')).toEqual({
    json: { model: "m" },
    streamed: true,
    cut: true,
  });
});
