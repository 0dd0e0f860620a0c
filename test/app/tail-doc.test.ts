import { expect, test } from "vitest";
import type { Doc } from "../../src/app/detail/doc.ts";
import { tailDoc } from "../../src/app/detail/tail-doc.ts";
import { TraceReader } from "../../src/trace/read/reader.ts";
import { memorySource } from "../../src/trace/source/memory-source.ts";
import { SeenRows } from "../trace/seen-rows.ts";

function linesOf(doc: Doc | undefined): readonly string[] {
  return Array.from({ length: doc?.count ?? 0 }, (_, n) => (doc?.row(n).spans ?? []).map(({ text }) => text).join(""));
}

test("elements the index has not come to are called unread, never shown as null", () => {
  const lines = [
    { vcr: 1, id: "r_1" },
    { msg: ["a", 0], body: { role: "user", content: "Weather?" } },
    {
      seq: 0,
      kind: "llm",
      request: { fill: { "/messages": [["a", 0, 0]] }, body: { model: "gpt-4o", messages: [] } },
    },
    { end: 0, status: "ok", response: { status: 200, body: { answer: "Snow." } } },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const reader = new TraceReader(memorySource("t.vcr", text), new SeenRows());
  const context = { width: 80, wrap: true, folds: new Map(), unicode: true, highlight: null };
  const shown = linesOf(tailDoc({ tail: () => reader.tail()?.body }, context));
  expect(shown.slice(0, 4)).toEqual([
    "The file is still being read: this is what it ends with.",
    "answer",
    "{",
    'answer: "Snow."',
  ]);
  expect(shown).toContain("element a:0 of /messages is not indexed yet");
  expect(shown.join("\n")).not.toContain("null");
});
