import { describe, expect, test } from "vitest";
import { toldEvents } from "../../src/record/told/told-event.ts";

describe("an event that is told is refused, with a word on what is wrong, where a part of it would be lost", () => {
  test.each([
    [{ input: { q: 1 } }, '"input" is not known: args is what it is called here'],
    [{ arguments: {} }, '"arguments" is not known: args is what it is called here'],
    [{ output: "x" }, '"output" is not known: result is what it is called here'],
    [{ duration_ms: 5 }, '"duration_ms" is not known: durationMs is what it is called here'],
    [{ durationMs: "81" }, '"durationMs" must be a number of milliseconds'],
    [{ at: "2026-11-29T10:00:00Z" }, '"at" must be a number of milliseconds since 1970'],
    [{ status: "failed" }, '"status" must be one of ok, error, truncated, pending'],
    [{ tokens: 5 }, '"tokens" must be an object of counts: in, out, cacheRead, cacheWrite, reasoning'],
    [
      { tokens: { prompt_tokens: 5 } },
      '"tokens" must be an object of counts: in, out, cacheRead, cacheWrite, reasoning',
    ],
  ])("%j", (more, words) => {
    expect(toldEvents(JSON.stringify({ kind: "tool", name: "t", ...more }))).toBe(`event 0: ${words}`);
    expect(toldEvents(JSON.stringify({ end: "b1", ...more }))).toBe(`event 0: ${words}`);
  });

  test("what is null counts as left out", () => {
    const event = { kind: "tool", name: "t", durationMs: null, at: null, status: null, tokens: null, error: null };
    expect(toldEvents(JSON.stringify(event))).toMatchObject([{ tell: "whole", event: { name: "t", status: "ok" } }]);
  });
});
