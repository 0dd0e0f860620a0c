import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { soundConversation } from "../../src/fork/continuation/sound-conversation.ts";
import type { Message, Part } from "../../src/providers/message.ts";

const text = (words: string): Part => ({ type: "text", text: words });
const call = (id: string, name = "f"): Part => ({ type: "call", id, name, args: {} });
const result = (id: string, words: string): Part => ({ type: "result", id, parts: [text(words)] });
const said = (role: Message["role"], ...parts: readonly Part[]): Message => ({ role, parts });

describe("soundConversation", () => {
  test("results stand right behind their calls, before what the user said meanwhile", () => {
    const { messages, notes } = soundConversation([
      said("user", text("go")),
      said("assistant", call("a"), call("b")),
      said("user", text("hurry")),
      said("tool", result("b", "2"), result("a", "1")),
    ]);
    expect(
      messages.map(({ role, parts }) => [role, parts.map((part) => ("id" in part ? part.id : part.type))]),
    ).toEqual([
      ["user", ["text"]],
      ["assistant", ["a", "b"]],
      ["tool", ["a", "b"]],
      ["user", ["text"]],
    ]);
    expect(notes).toEqual([]);
  });

  test("what cannot be kept or has to be put in is counted", () => {
    const thinking: Part = { type: "thinking", text: "hm", signed: true };
    const { messages, system, notes } = soundConversation([
      said("system", text("Be brief.")),
      said("tool", result("gone", "0")),
      said("assistant", thinking, call("a"), call("s", "web_search"), result("s", "found")),
    ]);
    expect(system).toEqual(["Be brief."]);
    expect(messages[1]?.parts).toMatchObject([{ id: "a", isError: true, parts: [text("no result was recorded")] }]);
    expect(notes.map((note) => note.slice(0, 12))).toEqual([
      "1 thought(s)",
      "1 call(s) of",
      "1 tool resul",
      "1 tool call(",
    ]);
  });

  test("an edited result stands instead of the recorded one", () => {
    const conversation = [said("assistant", call("a")), said("tool", result("a", "old"))];
    const { messages } = soundConversation(conversation, new Map([["a", "new"]]));
    expect(messages[1]?.parts).toMatchObject([{ parts: [text("new")] }]);
  });

  const part = fc.oneof(
    fc.constant(text("x")),
    fc.constantFrom("a", "b", "c").map((id) => call(id)),
    fc.constantFrom("a", "b", "c").map((id) => result(id, "r")),
  );
  const message = fc.record({
    role: fc.constantFrom<Message["role"]>("system", "user", "assistant", "tool"),
    parts: fc.array(part, { maxLength: 4 }),
  });
  test("every call has its result right behind it, and no result stands alone", () => {
    const ids = (at: Message | undefined, type: "call" | "result"): readonly string[] =>
      (at?.parts ?? []).flatMap((each) => (each.type === type ? [each.id] : []));
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), (conversation) => {
        const { messages } = soundConversation(conversation);
        for (const [i, each] of messages.entries()) {
          const calls = ids(each, "call");
          if (calls.length > 0) expect(ids(messages[i + 1], "result")).toEqual(calls);
          const results = ids(each, "result");
          if (results.length > 0) expect(ids(messages[i - 1], "call")).toEqual(results);
        }
      }),
    );
  });
});
