import { expect, test } from "vitest";
import { scrubbed } from "../../src/identity/scrub.ts";

const ALL = ["time", "uuid", "epoch", "path"] as const;

test.each([
  ["now: 2026-11-29T13:05:22.101Z.", "now: <time>."],
  ["on 2026-11-29 at noon", "on <time> at noon"],
  ["2026-11-29 13:05:22+02:00 log", "<time> log"],
  ["Nov 29, 2026", "<time>"],
  ["29 November 2026", "<time>"],
  ["at 10:15 PM", "at <time>"],
  ["id 123e4567-e89b-12d3-a456-426614174000!", "id <uuid>!"],
  ["t=1764421522 u=1764421522101", "t=<epoch> u=<epoch>"],
  ["in /tmp/agent-x/a.txt and /usr/bin", "in <path> and /usr/bin"],
  ["version 1.2.3, 42 items, 12345678901234567890", "version 1.2.3, 42 items, 12345678901234567890"],
])("%s", (text, expected) => {
  expect(scrubbed(text, ALL)).toBe(expected);
});

test("order: a listing is the same in any order, whether its lines end in commas or not", () => {
  expect(scrubbed('[\n  "b",\n  "a"\n]', ["order"])).toBe(scrubbed('[\n  "a",\n  "b"\n]', ["order"]));
  expect(scrubbed("b\na\na", ["order"])).toBe("a\na\nb");
  expect(scrubbed("b\na\nb", ["order"])).not.toBe("a\na\nb");
});

test("only the kinds asked for", () => {
  expect(scrubbed("2026-11-29 /tmp/x", ["path"])).toBe("2026-11-29 <path>");
});
