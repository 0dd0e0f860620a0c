import { describe, expect, test } from "vitest";
import { answerWithCallIds, withCallIds } from "../../src/providers/call-ids.ts";
import { geminiGenerate } from "../../src/providers/gemini/generate/dialect.ts";
import type { Message } from "../../src/providers/message.ts";

const call = (name: string, id = ""): Message => ({ role: "assistant", parts: [{ type: "call", id, name, args: {} }] });
const result = (name: string, id = ""): Message => ({ role: "tool", parts: [{ type: "result", id, name, parts: [] }] });

function ids(conversation: readonly Message[]): string[] {
  return withCallIds(conversation)
    .flatMap((message) => message.parts)
    .flatMap((part) => (part.type === "call" || part.type === "result" ? [part.id] : []));
}

describe("withCallIds", () => {
  test.each<[string, Message[], string[]]>([
    ["a call and its result", [call("f"), result("f")], ["f#0", "f#0"]],
    ["again", [call("f"), result("f"), call("f"), result("f")], ["f#0", "f#0", "f#1", "f#1"]],
    ["two at once, answered in order", [call("f"), call("f"), result("f"), result("f")], ["f#0", "f#1", "f#0", "f#1"]],
    ["two names, answered crosswise", [call("f"), call("g"), result("g"), result("f")], ["f#0", "g#0", "g#0", "f#0"]],
    [
      "a result under a name of its own",
      [call("f"), call("g"), result("x1"), result("x2")],
      ["f#0", "g#0", "f#0", "g#0"],
    ],
    ["a result whose call is gone", [result("f"), call("f"), result("f")], ["f#0", "f#1", "f#1"]],
    [
      "ids that were given stay",
      [call("f", "c1"), call("f"), result("f", "c1"), result("f")],
      ["c1", "f#0", "c1", "f#0"],
    ],
  ])("%s", (_, conversation, expected) => {
    expect(ids(conversation)).toEqual(expected);
  });

  test("messages that lack nothing are the same objects", () => {
    const conversation = [call("f", "c1"), result("f", "c1")];
    expect(withCallIds(conversation).every((message, i) => message === conversation[i])).toBe(true);
  });
});

test("an answer's calls have the ids that the next request gives them", () => {
  const contents = [
    { role: "user", parts: [{ text: "hi" }] },
    { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { name: "f", response: { result: "1" } } }] },
  ];
  const content = {
    role: "model",
    parts: [{ functionCall: { name: "f", args: {} } }, { functionCall: { name: "g", args: {} } }],
  };
  const answer = answerWithCallIds(
    contents.map(geminiGenerate.message),
    geminiGenerate.answer({ candidates: [{ content }] }),
  );
  expect(answer.calls.map(({ id }) => id)).toEqual(["f#1", "g#0"]);
  const named = withCallIds(contents.map(geminiGenerate.message));
  expect(answerWithCallIds(named, geminiGenerate.answer({ candidates: [{ content }] })).calls).toEqual(answer.calls);
  expect(ids([...contents, content].map(geminiGenerate.message))).toEqual(["f#0", "f#0", "f#1", "g#0"]);
});
