import { describe, expect, test } from "vitest";
import { messageText } from "../../../src/providers/message.ts";
import { openaiResponses } from "../../../src/providers/openai/responses/dialect.ts";
import { sse } from "../streams.ts";

const { facts, message, answer, fold } = openaiResponses;

test("facts: model, instructions, system items, tools and the rest", () => {
  const read = facts({
    model: "gpt-x",
    stream: true,
    instructions: "Be brief.",
    previous_response_id: "resp_0",
    input: [
      { type: "message", role: "developer", content: "And kind." },
      { role: "user", content: "hi" },
    ],
    tools: [
      { type: "function", name: "add", description: "Adds.", parameters: { type: "object" } },
      { type: "mcp", server_label: "files" },
      { type: "web_search" },
    ],
  });
  expect(read).toEqual({
    model: "gpt-x",
    stream: true,
    system: [
      { role: "system", parts: [{ type: "text", text: "Be brief." }] },
      { role: "system", parts: [{ type: "text", text: "And kind." }] },
    ],
    tools: [
      { name: "add", description: "Adds.", schema: { type: "object" } },
      { name: "files" },
      { name: "web_search" },
    ],
    params: { previous_response_id: "resp_0" },
  });
});

describe("message", () => {
  test("input as a string", () => {
    expect(message("hi")).toEqual({ role: "user", parts: [{ type: "text", text: "hi" }] });
  });

  test("user content with media", () => {
    const content = [
      { type: "input_text", text: "look" },
      { type: "input_image", image_url: "data:image/jpeg;base64,AAAA", detail: "low" },
      { type: "input_image", file_id: "f1" },
      { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,CCCC" },
      { type: "input_audio", input_audio: { data: "BBBB", format: "mp3" } },
    ];
    expect(message({ role: "user", content }).parts).toEqual([
      { type: "text", text: "look" },
      { type: "media", media: "image", mimeType: "image/jpeg", base64: "AAAA" },
      { type: "media", media: "image", name: "f1" },
      { type: "media", media: "file", mimeType: "application/pdf", base64: "CCCC", name: "a.pdf" },
      { type: "media", media: "audio", mimeType: "audio/mp3", base64: "BBBB" },
    ]);
  });

  test.each([
    [
      "reasoning",
      {
        type: "reasoning",
        id: "rs",
        summary: [
          { type: "summary_text", text: "A" },
          { type: "summary_text", text: "B" },
        ],
        encrypted_content: "x",
      },
      "assistant",
      [{ type: "thinking", text: "A\n\nB", signed: true }],
    ],
    [
      "a function's call",
      { type: "function_call", id: "fc", call_id: "c1", name: "add", arguments: '{"a":1}' },
      "assistant",
      [{ type: "call", id: "c1", name: "add", args: { a: 1 } }],
    ],
    [
      "a function's result",
      { type: "function_call_output", call_id: "c1", output: "3" },
      "tool",
      [{ type: "result", id: "c1", parts: [{ type: "text", text: "3" }] }],
    ],
    [
      "a result with an image",
      { type: "function_call_output", call_id: "c1", output: [{ type: "input_image", image_url: "https://e.com/a" }] },
      "tool",
      [{ type: "result", id: "c1", parts: [{ type: "media", media: "image", url: "https://e.com/a" }] }],
    ],
    [
      "a custom tool's call",
      { type: "custom_tool_call", call_id: "c2", name: "apply_patch", input: "*** Begin" },
      "assistant",
      [{ type: "call", id: "c2", name: "apply_patch", args: "*** Begin" }],
    ],
    [
      "a shell call",
      {
        type: "local_shell_call",
        id: "ls",
        call_id: "c3",
        status: "completed",
        action: { type: "exec", command: ["ls"] },
      },
      "assistant",
      [{ type: "call", id: "c3", name: "local_shell", args: { type: "exec", command: ["ls"] } }],
    ],
    [
      "an MCP call that went well",
      {
        type: "mcp_call",
        id: "mcp_1",
        name: "read",
        server_label: "files",
        arguments: '{"p":"a"}',
        output: "text",
        error: null,
      },
      "assistant",
      [
        { type: "call", id: "mcp_1", name: "read", args: { p: "a" } },
        { type: "result", id: "mcp_1", name: "read", parts: [{ type: "text", text: "text" }] },
      ],
    ],
    [
      "an MCP call that failed",
      { type: "mcp_call", id: "mcp_1", name: "read", arguments: "{}", output: null, error: "gone" },
      "assistant",
      [
        { type: "call", id: "mcp_1", name: "read", args: {} },
        { type: "result", id: "mcp_1", name: "read", parts: [{ type: "text", text: "gone" }], isError: true },
      ],
    ],
    [
      "a web search",
      { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "q" } },
      "assistant",
      [
        { type: "call", id: "ws_1", name: "web_search", args: { type: "search", query: "q" } },
        { type: "result", id: "ws_1", name: "web_search", parts: [] },
      ],
    ],
    [
      "a web search under way",
      { type: "web_search_call", id: "ws_1", status: "searching" },
      "assistant",
      [{ type: "call", id: "ws_1", name: "web_search", args: {} }],
    ],
    [
      "a generated image",
      {
        type: "image_generation_call",
        id: "ig",
        status: "completed",
        result: "AAAA",
        output_format: "png",
        quality: "low",
      },
      "assistant",
      [
        { type: "call", id: "ig", name: "image_generation", args: { output_format: "png", quality: "low" } },
        {
          type: "result",
          id: "ig",
          name: "image_generation",
          parts: [{ type: "media", media: "image", mimeType: "image/png", base64: "AAAA" }],
        },
      ],
    ],
    [
      "an item it does not know",
      { type: "item_reference", id: "x" },
      "assistant",
      [{ type: "other", label: "item_reference", json: { type: "item_reference", id: "x" } }],
    ],
  ])("%s", (_, item, role, parts) => {
    expect(message(item)).toEqual({ role, parts });
  });
});

describe("answer", () => {
  const words = {
    type: "message",
    role: "assistant",
    content: [{ type: "output_text", text: "Yes.", annotations: [] }],
  };

  test("all output items make one message", () => {
    const read = answer({
      model: "gpt-x-1",
      status: "completed",
      error: null,
      incomplete_details: null,
      output: [
        { type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }] },
        words,
        { type: "function_call", call_id: "c1", name: "add", arguments: "{}" },
      ],
      usage: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 64 },
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 12 },
        total_tokens: 120,
      },
    });
    expect(read).toEqual({
      message: {
        role: "assistant",
        parts: [
          { type: "thinking", text: "Hm." },
          { type: "text", text: "Yes." },
          { type: "call", id: "c1", name: "add", args: {} },
        ],
      },
      calls: [{ id: "c1", name: "add", args: {} }],
      usage: { in: 100, out: 20, cacheRead: 64, reasoning: 12 },
      stop: "completed",
      model: "gpt-x-1",
    });
  });

  test("a refusal, and the reason of an incomplete answer", () => {
    const output = [{ type: "message", role: "assistant", content: [{ type: "refusal", refusal: "No." }] }];
    const read = answer({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output });
    expect([read.stop, read.message?.parts]).toEqual(["max_output_tokens", [{ type: "refusal", text: "No." }]]);
  });

  test("a failed response", () => {
    const read = answer({ status: "failed", output: [], error: { code: "server_error", message: "sorry" } });
    expect(read).toEqual({ calls: [], usage: {}, stop: "failed", error: { type: "server_error", message: "sorry" } });
  });
});

describe("fold", () => {
  const reasoning = { type: "reasoning", id: "rs", summary: [] };
  const said = { type: "message", id: "msg", role: "assistant", content: [] };
  const called = { type: "function_call", id: "fc", call_id: "c1", name: "add", arguments: "" };
  const added = (output_index: number, item: object) => ({ type: "response.output_item.added", output_index, item });
  const piece = (stem: string, output_index: number, fields: object) => ({
    type: `response.${stem}.delta`,
    output_index,
    ...fields,
  });
  const events = [
    { type: "response.created", response: { id: "resp", status: "in_progress", model: "gpt-x", output: [] } },
    added(0, reasoning),
    piece("reasoning_summary_text", 0, { item_id: "rs", summary_index: 0, delta: "H" }),
    piece("reasoning_summary_text", 0, { item_id: "rs", summary_index: 0, delta: "m" }),
    { type: "response.reasoning_summary_text.done", output_index: 0, summary_index: 0, text: "Hm." },
    added(1, said),
    piece("output_text", 1, { item_id: "msg", content_index: 0, delta: "Let me" }),
    piece("output_text", 1, { item_id: "msg", content_index: 0, delta: " see" }),
    added(2, called),
    piece("function_call_arguments", 2, { item_id: "fc", delta: '{"a"' }),
    piece("function_call_arguments", 2, { item_id: "fc", delta: ":1}" }),
  ];
  const parts = [
    { type: "thinking", text: "Hm." },
    { type: "text", text: "Let me see" },
    { type: "call", id: "c1", name: "add", args: { a: 1 } },
  ];

  test("the last event holds the whole response", () => {
    const response = { id: "resp", status: "completed", output: [said], usage: { input_tokens: 1 } };
    const stream = sse([...events, { type: "response.completed", response }], true);
    expect(fold(stream)).toEqual({ body: response, complete: true, events: 12 });
  });

  test("of every prefix, to a prefix of the answer", () => {
    const stream = sse(events, true);
    const words = (text: string) => messageText(answer(fold(text).body).message ?? { role: "assistant", parts: [] });
    for (let end = 0; end <= stream.length; end += 1)
      expect(words(stream).startsWith(words(stream.slice(0, end)))).toBe(true);
  });

  test("without it the items come from their pieces", () => {
    const { body, complete } = fold(sse(events, true));
    expect(complete).toBe(false);
    expect(answer(body)).toEqual({
      message: { role: "assistant", parts },
      calls: [{ id: "c1", name: "add", args: { a: 1 } }],
      usage: {},
      stop: "in_progress",
      model: "gpt-x",
    });
  });

  test("a last event without output keeps the folded items", () => {
    const item = { ...called, arguments: '{"b":2}' };
    const stream = sse([
      ...events,
      { type: "response.output_item.done", output_index: 2, item },
      { type: "response.completed", response: { id: "resp", usage: { input_tokens: 9 } } },
    ]);
    const { body, complete } = fold(stream);
    expect(complete).toBe(true);
    expect(answer(body).calls).toEqual([{ id: "c1", name: "add", args: { b: 2 } }]);
    expect(answer(body).usage).toEqual({ in: 9 });
  });

  test("pieces whose items were never announced", () => {
    const stream = sse([
      piece("custom_tool_call_input", 1, { item_id: "ct", delta: "free" }),
      piece("output_text", 0, { item_id: "msg", content_index: 0, delta: "Hi" }),
    ]);
    expect(fold(stream).body).toEqual({
      output: [
        { type: "message", id: "msg", role: "assistant", content: [{ type: "output_text", text: "Hi" }] },
        { type: "custom_tool_call", id: "ct", input: "free" },
      ],
    });
  });

  test("a failed response is complete and has an error", () => {
    const response = { status: "failed", error: { code: "server_error", message: "sorry" }, output: [] };
    const { body, complete } = fold(sse([{ type: "response.failed", response }]));
    expect([complete, answer(body).error]).toEqual([true, { type: "server_error", message: "sorry" }]);
  });

  test("an error event in mid-stream", () => {
    const stream = sse([
      ...events.slice(0, 7),
      { type: "error", code: "rate_limit", message: "slow", sequence_number: 8 },
    ]);
    const { body, complete } = fold(stream);
    expect(complete).toBe(false);
    expect(answer(body).error).toEqual({ type: "rate_limit", message: "slow" });
    expect(answer(body).message?.parts.at(-1)).toEqual({ type: "text", text: "Let me" });
  });
});
