import { describe, expect, test } from "vitest";
import { cohereChat } from "../../../src/providers/cohere/chat/dialect.ts";
import { sse } from "../streams.ts";

const { facts, message, answer, fold } = cohereChat;
const CALL = { id: "look_1", type: "function", function: { name: "look", arguments: '{"q":"Oslo"}' } };

test("the facts of a request: the system text apart, tools with their schema, parameters without what is content", () => {
  expect(
    facts({
      model: "command-a",
      stream: true,
      temperature: 0.2,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "hi" },
      ],
      tools: [{ type: "function", function: { name: "look", description: "Looks.", parameters: { type: "object" } } }],
      documents: [{ data: "a" }],
    }),
  ).toEqual({
    model: "command-a",
    stream: true,
    system: [{ role: "system", parts: [{ type: "text", text: "Be brief." }] }],
    tools: [{ name: "look", description: "Looks.", schema: { type: "object" } }],
    params: { temperature: 0.2 },
  });
});

describe("message", () => {
  test("a plan stands before the calls", () => {
    expect(message({ role: "assistant", tool_plan: "I will look.", tool_calls: [CALL] })).toEqual({
      role: "assistant",
      parts: [
        { type: "thinking", text: "I will look." },
        { type: "call", id: "look_1", name: "look", args: { q: "Oslo" } },
      ],
    });
  });

  test("a result made of documents", () => {
    const content = [
      { type: "document", document: { data: "rain" } },
      { type: "document", document: { data: { a: 1 } } },
    ];
    expect(message({ role: "tool", tool_call_id: "look_1", content })).toEqual({
      role: "tool",
      parts: [
        {
          type: "result",
          id: "look_1",
          parts: [
            { type: "text", text: "rain" },
            { type: "other", label: "document", json: content[1] },
          ],
        },
      ],
    });
  });
});

describe("answer", () => {
  test("text, usage and stop", () => {
    const usage = {
      billed_units: { input_tokens: 5, output_tokens: 6 },
      tokens: { input_tokens: 70, output_tokens: 8 },
      cached_tokens: 32,
    };
    const content = [{ type: "text", text: "hello" }];
    expect(answer({ id: "1", finish_reason: "COMPLETE", message: { role: "assistant", content }, usage })).toEqual({
      message: { role: "assistant", parts: [{ type: "text", text: "hello" }] },
      calls: [],
      usage: { in: 70, out: 8, cacheRead: 32 },
      stop: "COMPLETE",
    });
  });

  test("an error has its words where the message stands", () => {
    expect(answer({ message: "invalid api token" })).toEqual({
      calls: [],
      usage: {},
      error: { message: "invalid api token" },
    });
  });
});

describe("fold", () => {
  const START = { type: "message-start", id: "c1", delta: { message: { role: "assistant", content: [] } } };
  const usage = { tokens: { input_tokens: 3, output_tokens: 4 } };

  test("pieces of a text and its citations", () => {
    const citation = { start: 0, end: 5, text: "hello" };
    const { body, complete, events } = fold(
      sse([
        START,
        { type: "content-start", index: 0, delta: { message: { content: { type: "text", text: "" } } } },
        { type: "content-delta", index: 0, delta: { message: { content: { text: "hel" } } } },
        { type: "content-delta", index: 0, delta: { message: { content: { text: "lo" } } } },
        { type: "content-end", index: 0 },
        { type: "citation-start", index: 0, delta: { message: { citations: citation } } },
        { type: "citation-end", index: 0 },
        { type: "message-end", delta: { finish_reason: "COMPLETE", usage } },
      ]),
    );
    expect([complete, events]).toEqual([true, 8]);
    expect(body).toEqual({
      id: "c1",
      finish_reason: "COMPLETE",
      message: { role: "assistant", content: [{ type: "text", text: "hello" }], citations: [citation] },
      usage,
    });
  });

  test("a plan and calls, cut before the end", () => {
    const call = (index: number, fields: object): object => ({ index, delta: { message: { tool_calls: fields } } });
    const { body, complete } = fold(
      sse([
        START,
        { type: "tool-plan-delta", delta: { message: { tool_plan: "I will " } } },
        { type: "tool-plan-delta", delta: { message: { tool_plan: "look." } } },
        { type: "tool-call-start", ...call(0, { ...CALL, function: { name: "look", arguments: "" } }) },
        { type: "tool-call-delta", ...call(0, { function: { arguments: '{"q":' } }) },
        { type: "tool-call-delta", ...call(0, { function: { arguments: '"Oslo"}' } }) },
        { type: "tool-call-end", index: 0 },
      ]),
    );
    expect(complete).toBe(false);
    expect(body).toEqual({
      id: "c1",
      message: { role: "assistant", tool_plan: "I will look.", tool_calls: [CALL] },
    });
  });
});
