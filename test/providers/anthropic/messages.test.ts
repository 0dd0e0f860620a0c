import { describe, expect, test } from "vitest";
import { anthropicMessages } from "../../../src/providers/anthropic/messages/dialect.ts";
import { messageText } from "../../../src/providers/message.ts";
import { sse } from "../streams.ts";

const { facts, message, answer, fold } = anthropicMessages;

describe("facts", () => {
  test("model, tools, system and the rest", () => {
    const read = facts({
      model: "claude-x",
      max_tokens: 100,
      stream: true,
      system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
      messages: [{ role: "user", content: "hi" }],
      tools: [
        { name: "add", description: "Adds.", input_schema: { type: "object" } },
        { type: "web_search_20250305", name: "web_search" },
      ],
    });
    expect(read).toEqual({
      model: "claude-x",
      stream: true,
      system: [{ role: "system", parts: [{ type: "text", text: "Be brief." }] }],
      tools: [{ name: "add", description: "Adds.", schema: { type: "object" } }, { name: "web_search" }],
      params: { max_tokens: 100 },
    });
  });

  test("on Vertex the path has the model and the streaming", () => {
    const path = "/v1/projects/p/locations/l/publishers/anthropic/models/claude-x@1:streamRawPredict";
    const read = facts({ anthropic_version: "vertex-2023-10-16", messages: [] }, { path });
    expect([read.model, read.stream]).toEqual(["claude-x@1", true]);
  });
});

describe("message", () => {
  test("thinking, text, calls and results of the vendor's own tools", () => {
    const content = [
      { type: "thinking", thinking: "Hm.", signature: "sig" },
      { type: "redacted_thinking", data: "xyz" },
      { type: "text", text: "I look." },
      { type: "tool_use", id: "t1", name: "add", input: { a: 1 } },
      { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "q" } },
      {
        type: "web_search_tool_result",
        tool_use_id: "s1",
        content: { type: "web_search_tool_result_error", error_code: "busy" },
      },
      { type: "hologram" },
    ];
    expect(message({ role: "assistant", content })).toEqual({
      role: "assistant",
      parts: [
        { type: "thinking", text: "Hm.", signed: true },
        { type: "thinking", text: "", signed: true },
        { type: "text", text: "I look." },
        { type: "call", id: "t1", name: "add", args: { a: 1 } },
        { type: "call", id: "s1", name: "web_search", args: { query: "q" } },
        {
          type: "result",
          id: "s1",
          parts: [
            {
              type: "other",
              label: "web_search_tool_result_error",
              json: { type: "web_search_tool_result_error", error_code: "busy" },
            },
          ],
          isError: true,
        },
        { type: "other", label: "hologram", json: { type: "hologram" } },
      ],
    });
  });

  test("results alone make a message of the tool", () => {
    const content = [
      { type: "tool_result", tool_use_id: "t1", content: "3", is_error: false },
      {
        type: "tool_result",
        tool_use_id: "t2",
        is_error: true,
        content: [
          { type: "text", text: "no" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
        ],
      },
      { type: "tool_result", tool_use_id: "t3" },
    ];
    expect(message({ role: "user", content })).toEqual({
      role: "tool",
      parts: [
        { type: "result", id: "t1", parts: [{ type: "text", text: "3" }] },
        {
          type: "result",
          id: "t2",
          parts: [
            { type: "text", text: "no" },
            { type: "media", media: "image", base64: "AAAA", mimeType: "image/png" },
          ],
          isError: true,
        },
        { type: "result", id: "t3", parts: [] },
      ],
    });
  });

  test("results with words beside them are the user's", () => {
    const content = [
      { type: "tool_result", tool_use_id: "t1", content: "3" },
      { type: "text", text: "and now?" },
    ];
    expect(message({ role: "user", content }).role).toBe("user");
  });

  test.each([
    [
      { type: "image", source: { type: "url", url: "https://e.com/a" } },
      { type: "media", media: "image", url: "https://e.com/a" },
    ],
    [
      { type: "image", source: { type: "file", file_id: "f1" } },
      { type: "media", media: "image", name: "f1" },
    ],
    [
      { type: "document", title: "T", source: { type: "base64", media_type: "application/pdf", data: "AA" } },
      { type: "media", media: "file", base64: "AA", mimeType: "application/pdf", name: "T" },
    ],
    [
      { type: "document", source: { type: "text", data: "words" } },
      { type: "text", text: "words" },
    ],
    [
      { type: "document", source: 1 },
      { type: "other", label: "document", json: { type: "document", source: 1 } },
    ],
  ])("media %j", (block, part) => {
    expect(message({ role: "user", content: [block] }).parts).toEqual([part]);
  });
});

describe("answer", () => {
  test("input counts what was read from and written to the cache", () => {
    const read = answer({
      type: "message",
      role: "assistant",
      model: "claude-x-1",
      content: [{ type: "text", text: "Yes." }],
      stop_reason: "end_turn",
      usage: { input_tokens: 3, cache_read_input_tokens: 40, cache_creation_input_tokens: 500, output_tokens: 7 },
    });
    expect(read).toEqual({
      message: { role: "assistant", parts: [{ type: "text", text: "Yes." }] },
      calls: [],
      usage: { in: 543, out: 7, cacheRead: 40, cacheWrite: 500 },
      stop: "end_turn",
      model: "claude-x-1",
    });
  });

  test("passes that compact the conversation are paid for too", () => {
    const pass = (type: string, input: number, output: number) => ({
      type,
      input_tokens: input,
      output_tokens: output,
    });
    const iterations = [pass("compaction", 1000, 80), pass("message", 30, 5)];
    expect(answer({ usage: { input_tokens: 30, output_tokens: 5, iterations } }).usage).toEqual({ in: 1030, out: 85 });
  });

  test("cache counts alone tell no input", () => {
    expect(answer({ usage: { cache_read_input_tokens: 4 } }).usage).toEqual({ cacheRead: 4 });
  });

  test("an error", () => {
    expect(answer({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } })).toEqual({
      calls: [],
      usage: {},
      error: { type: "overloaded_error", message: "Overloaded" },
    });
  });
});

describe("fold", () => {
  const start = {
    type: "message_start",
    message: {
      id: "m1",
      type: "message",
      role: "assistant",
      model: "claude-x",
      content: [],
      stop_reason: null,
      usage: { input_tokens: 10, cache_read_input_tokens: 20, output_tokens: 1 },
    },
  };
  const begin = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
  const delta = (index: number, type: string, fields: object) => ({
    type: "content_block_delta",
    index,
    delta: { type, ...fields },
  });
  const tool = begin(2, { type: "tool_use", id: "t1", name: "add", input: {} });
  const events = [
    start,
    begin(0, { type: "thinking", thinking: "", signature: "" }),
    { type: "ping" },
    delta(0, "thinking_delta", { thinking: "H" }),
    delta(0, "thinking_delta", { thinking: "m" }),
    delta(0, "signature_delta", { signature: "sig" }),
    { type: "content_block_stop", index: 0 },
    begin(1, { type: "text", text: "" }),
    delta(1, "text_delta", { text: "Let me" }),
    delta(1, "text_delta", { text: " see" }),
    delta(1, "citations_delta", { citation: { cited_text: "c" } }),
    { type: "content_block_stop", index: 1 },
    tool,
    delta(2, "input_json_delta", { partial_json: "" }),
    delta(2, "input_json_delta", { partial_json: '{"a"' }),
    delta(2, "input_json_delta", { partial_json: ":1}" }),
    { type: "content_block_stop", index: 2 },
    { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 30 } },
    { type: "message_stop" },
  ];

  test("gives the body of a plain answer; the usage of message_delta is the last word", () => {
    expect(fold(sse(events, true))).toEqual({
      complete: true,
      events: 19,
      body: {
        id: "m1",
        type: "message",
        role: "assistant",
        model: "claude-x",
        stop_reason: "tool_use",
        content: [
          { type: "thinking", thinking: "Hm", signature: "sig" },
          { type: "text", text: "Let me see", citations: [{ cited_text: "c" }] },
          { type: "tool_use", id: "t1", name: "add", input: { a: 1 } },
        ],
        usage: { input_tokens: 10, cache_read_input_tokens: 20, output_tokens: 30 },
      },
    });
  });

  test("of every prefix, to a prefix of the answer", () => {
    const stream = sse(events, true);
    const words = (text: string) => messageText(answer(fold(text).body).message ?? { role: "assistant", parts: [] });
    for (let end = 0; end <= stream.length; end += 1)
      expect(words(stream).startsWith(words(stream.slice(0, end)))).toBe(true);
  });

  test("event names are enough where the data has no type", () => {
    expect(fold("event: message_stop\ndata: {}\n\n").complete).toBe(true);
  });

  test("a cut stream gives what is there, the input as its text", () => {
    const { body, complete } = fold(sse(events.slice(0, 15), true));
    expect(complete).toBe(false);
    expect(answer(body).calls).toEqual([{ id: "t1", name: "add", args: '{"a"' }]);
    expect(answer(body).usage).toEqual({ in: 30, out: 1, cacheRead: 20 });
  });

  test("a call without arguments keeps its empty input", () => {
    expect(answer(fold(sse([start, tool], true)).body).calls).toEqual([{ id: "t1", name: "add", args: {} }]);
  });

  test("an error in mid-stream", () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const { body, complete } = fold(sse([start, begin(0, { type: "text", text: "Ha" }), error], true));
    expect(complete).toBe(false);
    expect(answer(body).error).toEqual({ type: "overloaded_error", message: "Overloaded" });
    expect(answer(body).message?.parts).toEqual([{ type: "text", text: "Ha" }]);
  });
});
