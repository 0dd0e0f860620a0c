import { describe, expect, test } from "vitest";
import type { Json } from "../../src/json/json.ts";
import { dialectById } from "../../src/providers/registry.ts";
import { streamOfAnswer } from "../../src/replay/answers/stream-of-answer.ts";

const CALL = { id: "call_1", type: "function", function: { name: "look", arguments: '{"q":"Oslo"}' } };

/** A whole answer of each API: text and a call of a tool. */
const ANSWERS: readonly (readonly [string, Json])[] = [
  [
    "openai/chat",
    {
      id: "c1",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [
        { index: 0, message: { role: "assistant", content: "hello", tool_calls: [CALL] }, finish_reason: "tool_calls" },
        { index: 1, message: { role: "assistant", content: "again" }, finish_reason: "stop" },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
    },
  ],
  [
    "openai/responses",
    {
      id: "r1",
      object: "response",
      status: "completed",
      model: "m",
      output: [
        {
          type: "message",
          id: "m1",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "hello", annotations: [] }],
        },
        {
          type: "function_call",
          id: "f1",
          call_id: "call_1",
          name: "look",
          arguments: '{"q":"Oslo"}',
          status: "completed",
        },
      ],
      usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 },
    },
  ],
  [
    "anthropic/messages",
    {
      id: "a1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [
        { type: "thinking", thinking: "let me see", signature: "c2ln" },
        { type: "text", text: "hello" },
        { type: "tool_use", id: "toolu_1", name: "look", input: { q: "Oslo" } },
      ],
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 3, output_tokens: 4 },
    },
  ],
  [
    "gemini/generate",
    {
      candidates: [
        {
          content: {
            role: "model",
            parts: [{ text: "hello" }, { functionCall: { name: "look", args: { q: "Oslo" } } }],
          },
          finishReason: "STOP",
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 },
      modelVersion: "m",
    },
  ],
  [
    "cohere/chat",
    {
      id: "co1",
      finish_reason: "TOOL_CALL",
      message: {
        role: "assistant",
        tool_plan: "let me see",
        tool_calls: [CALL],
        content: [{ type: "text", text: "hello" }],
        citations: [{ start: 0, end: 5, text: "hello", sources: [] }],
      },
      usage: { tokens: { input_tokens: 3, output_tokens: 4 } },
    },
  ],
  [
    "ollama/chat",
    {
      model: "m",
      created_at: "2026-01-01T00:00:00Z",
      message: {
        role: "assistant",
        content: "hello",
        thinking: "let me see",
        tool_calls: [{ function: { name: "look", arguments: { q: "Oslo" } } }],
      },
      done: true,
      done_reason: "stop",
      prompt_eval_count: 3,
      eval_count: 4,
    },
  ],
];

describe("a whole answer as a stream", () => {
  test.each(ANSWERS)("%s: read again it says the same, and it ends", (op, body) => {
    const dialect = dialectById(op);
    if (dialect === undefined) throw new Error(`no dialect ${op}`);
    const folded = dialect.fold(streamOfAnswer(op, body) ?? "");
    expect(folded.complete).toBe(true);
    expect(dialect.answer(folded.body)).toEqual(dialect.answer(body));
  });

  test("an API without a known form has none", () => {
    expect(streamOfAnswer("cohere/chat-v1", {})).toBeUndefined();
  });

  test.each(ANSWERS)("%s: any JSON in, never an exception out", (op) => {
    for (const odd of [
      null,
      1,
      "x",
      [],
      {},
      { choices: [null], content: [null, 1], output: [null, { type: "message" }] },
    ])
      expect(typeof streamOfAnswer(op, odd as Json)).toBe("string");
  });
});
