import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../../src/json/json.ts";
import type { Message, Part } from "../../../src/providers/message.ts";
import { vcrMessages } from "../../../src/providers/vcr/messages/dialect.ts";

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

const plain = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: fc.string() }),
  fc.record({ type: fc.constant("refusal" as const), text: fc.string() }),
  fc.record({ type: fc.constant("thinking" as const), text: fc.string(), signed: fc.constant(true) }),
  fc.record({ type: fc.constant("call" as const), id: fc.string(), name: fc.string(), args: fc.constant({ q: 1 }) }),
  fc.record({ type: fc.constant("media" as const), media: fc.constant("image" as const), url: fc.string() }),
  fc.record({ type: fc.constant("other" as const), label: fc.string(), json: fc.constant({ a: [null] }) }),
);
const result = fc.record({
  type: fc.constant("result" as const),
  id: fc.string(),
  parts: fc.array(plain, { maxLength: 3 }),
  isError: fc.constant(true),
});
const message: fc.Arbitrary<Message> = fc.record({
  role: fc.constantFrom("system", "user", "assistant", "tool"),
  parts: fc.array<Part>(fc.oneof(plain, result), { maxLength: 4 }),
});

test("a message that was written down is read as it was", () => {
  fc.assert(
    fc.property(message, (given) => {
      expect(vcrMessages.message(asJson(given))).toEqual(given);
    }),
  );
});

test("the answer gives its message, its calls and why it stopped", () => {
  const said: Message = {
    role: "assistant",
    parts: [
      { type: "text", text: "I look." },
      { type: "call", id: "c1", name: "search", args: { q: "SFO" } },
    ],
  };
  expect(vcrMessages.answer(asJson({ message: said, stop: "tool_use" }))).toEqual({
    message: said,
    calls: [{ id: "c1", name: "search", args: { q: "SFO" } }],
    usage: {},
    stop: "tool_use",
  });
});

test("what is no message is kept, as one part of another kind", () => {
  expect(vcrMessages.message(asJson({ role: "robot", text: "hi" }))).toEqual({
    role: "user",
    parts: [{ type: "other", label: "part", json: { role: "robot", text: "hi" } }],
  });
});

test("results nested without end stop being read, not the program", () => {
  let part: Json = { type: "text", text: "deep" };
  for (let n = 0; n < 2000; n++) part = { type: "result", id: "", parts: [part] };
  expect(vcrMessages.message({ role: "tool", parts: [part] }).role).toBe("tool");
});

test("facts leave the conversation aside", () => {
  const system = [{ role: "system", parts: [{ type: "text", text: "Be brief." }] }];
  expect(vcrMessages.facts(asJson({ model: "m", system, messages: [], temperature: 0 }))).toEqual({
    model: "m",
    stream: false,
    system,
    tools: [],
    params: { temperature: 0 },
  });
});
