import fc from "fast-check";
import { expect, test } from "vitest";
import { RecordedSpeech, spokenIn } from "../../src/fork/spoken.ts";
import type { Json } from "../../src/json/json.ts";
import { dialectById } from "../../src/providers/registry.ts";

const dialect = dialectById("openai/chat");
const message = fc.oneof(
  fc.record({ role: fc.constantFrom("user", "assistant"), content: fc.constantFrom("", "a", "b", "c") }),
  fc.nat({ max: 3 }).map((n) => ({
    role: "assistant",
    content: null,
    tool_calls: [{ id: `c${n}`, type: "function", function: { name: "t", arguments: "{}" } }],
  })),
  fc.nat({ max: 3 }).map((n) => ({ role: "tool", tool_call_id: `c${n}`, content: "x" })),
);

/** A request of a recording, whose elements are told apart by where they are kept. */
function recorded(messages: readonly Json[]) {
  const asked = { kind: "llm" as const, name: "m", op: "openai/chat", request: { messages } };
  const elements = {
    length: messages.length,
    at: (i: number) => messages[i] ?? null,
    key: (i: number) => JSON.stringify(messages[i]),
  };
  return { asked, request: { json: asked.request, elements: () => elements } };
}

test("what is read once of many requests of a recording is what each says by itself", () => {
  fc.assert(
    fc.property(fc.array(fc.array(message, { maxLength: 8 }), { maxLength: 6 }), (requests) => {
      const speech = new RecordedSpeech();
      for (const messages of requests) {
        const { asked, request } = recorded(messages);
        expect(speech.of(asked, request, dialect)).toEqual(spokenIn(asked, dialect));
      }
    }),
    { numRuns: 300 },
  );
});
