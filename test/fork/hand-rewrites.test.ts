import { describe, expect, test } from "vitest";
import { handRewrites } from "../../src/fork/rewrite/hand-rewrites.ts";
import type { Json } from "../../src/json/json.ts";
import { dialectById } from "../../src/providers/registry.ts";

const dialect = dialectById("openai/chat");
const call = { id: "c1", type: "function", function: { name: "find", arguments: "{}" } };
const messages: readonly Json[] = [
  { role: "user", content: "go" },
  { role: "assistant", content: null, tool_calls: [call] },
  { role: "tool", tool_call_id: "c1", content: "none" },
];
const request: Json = { model: "m", temperature: 1, messages };

function by(value: Json, pointer = "") {
  return handRewrites({ request, dialect }, 4, [{ pointer, value }]);
}

describe("a whole body that was changed by hand", () => {
  test("comes to what differs: a tool's result by its call, a word of a message, a parameter", () => {
    const [go, asked] = messages;
    const changed = by({
      model: "n",
      temperature: 1,
      messages: [go ?? null, asked ?? null, { role: "tool", tool_call_id: "c1", content: "two" }],
    });
    expect(changed.map(({ target, pointer, after, once }) => [target.kind, pointer, after, once])).toEqual([
      ["parameter", "/request/model", "n", false],
      ["result", "/request/messages/2/content", "two", false],
    ]);
    expect(
      by({ model: "m", temperature: 1, messages: [{ role: "user", content: "stop" }, ...messages.slice(1)] }),
    ).toMatchObject([{ target: { kind: "element", inner: "/content" }, after: "stop" }]);
  });

  test("with a message more holds for this request alone", () => {
    const more = [...messages, { role: "user", content: "and?" }];
    expect(by({ model: "m", temperature: 1, messages: more })).toMatchObject([
      { target: { kind: "parameter", pointer: "/messages" }, after: more, once: true },
    ]);
  });

  test("leaves out what is no longer there, in later requests too", () => {
    expect(by({ model: "m", messages })).toMatchObject([
      { target: { kind: "parameter", pointer: "/temperature" }, after: undefined, once: false },
    ]);
    expect(handRewrites({ request, dialect }, 4, [{ pointer: "/temperature", drop: true }])).toMatchObject([
      { target: { kind: "parameter", pointer: "/temperature" }, after: undefined },
    ]);
  });

  test.each(["/messages", "/model", "/messages/2/content", "/messages/0"])("does not leave out %s", (pointer) => {
    expect(() => handRewrites({ request, dialect }, 4, [{ pointer, drop: true }])).toThrow(pointer);
  });

  test("without a difference comes to nothing", () => {
    expect(by(request)).toEqual([]);
  });

  test.each([
    ["no request", "", "that is another request altogether"],
    [true, "/stream", "/stream: the agent waits for the form of answer that it asked for"],
    ["x", "/messages/9/content", "/messages/9/content: there is no such place"],
  ])("%j at %s is refused: %s", (value, pointer, words) => {
    expect(() => by(value, pointer)).toThrow(words);
  });
});
