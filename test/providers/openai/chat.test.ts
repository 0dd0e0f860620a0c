import { describe, expect, test } from "vitest";
import { messageText } from "../../../src/providers/message.ts";
import { openaiChat } from "../../../src/providers/openai/chat/dialect.ts";
import { sse } from "../streams.ts";

const { facts, message, answer, fold } = openaiChat;

describe("facts", () => {
  test("model, tools, system and the rest", () => {
    const read = facts({
      model: "gpt-x",
      stream: true,
      temperature: 0.5,
      messages: [
        { role: "developer", content: "Be brief." },
        { role: "user", content: "hi" },
      ],
      tools: [
        { type: "function", function: { name: "add", description: "Adds.", parameters: { type: "object" } } },
        { type: "custom", custom: { name: "sql", format: { type: "text" } } },
      ],
      functions: [{ name: "old" }],
    });
    expect(read).toEqual({
      model: "gpt-x",
      stream: true,
      system: [{ role: "system", parts: [{ type: "text", text: "Be brief." }] }],
      tools: [
        { name: "add", description: "Adds.", schema: { type: "object" } },
        { name: "sql", schema: { type: "text" } },
        { name: "old" },
      ],
      params: { temperature: 0.5 },
    });
  });

  test("the model of an Azure path", () => {
    expect(facts({ messages: [] }, { path: "/openai/deployments/gpt-4o/chat/completions" }).model).toBe("gpt-4o");
  });

  test("a parameter named __proto__ is a parameter", () => {
    const { params } = facts(JSON.parse('{"__proto__":{"a":1}}'));
    expect(Object.keys(params)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
  });
});

describe("message", () => {
  test("user content with media", () => {
    const content = [
      { type: "text", text: "look" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      { type: "image_url", image_url: { url: "https://example.com/a.png" } },
      { type: "input_audio", input_audio: { data: "BBBB", format: "wav" } },
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,CCCC" } },
      { type: "hologram", x: 1 },
    ];
    expect(message({ role: "user", name: "ann", content })).toEqual({
      role: "user",
      name: "ann",
      parts: [
        { type: "text", text: "look" },
        { type: "media", media: "image", mimeType: "image/png", base64: "AAAA" },
        { type: "media", media: "image", url: "https://example.com/a.png" },
        { type: "media", media: "audio", mimeType: "audio/wav", base64: "BBBB" },
        { type: "media", media: "file", mimeType: "application/pdf", base64: "CCCC", name: "a.pdf" },
        { type: "other", label: "hologram", json: { type: "hologram", x: 1 } },
      ],
    });
  });

  test("an assistant's thinking, text and calls, in this order", () => {
    const element = {
      role: "assistant",
      content: "I look.",
      reasoning_content: "Hm.",
      tool_calls: [
        { id: "c1", type: "function", function: { name: "add", arguments: '{"a":1}' } },
        { id: "c2", type: "function", function: { name: "add", arguments: '{"a":' } },
        { id: "c3", type: "function", function: { name: "now", arguments: "" } },
        { id: "c4", type: "custom", custom: { name: "sql", input: "select 1" } },
        { id: "c5", type: "mystery" },
      ],
    };
    expect(message(element).parts).toEqual([
      { type: "thinking", text: "Hm." },
      { type: "text", text: "I look." },
      { type: "call", id: "c1", name: "add", args: { a: 1 } },
      { type: "call", id: "c2", name: "add", args: '{"a":' },
      { type: "call", id: "c3", name: "now", args: {} },
      { type: "call", id: "c4", name: "sql", args: "select 1" },
      { type: "other", label: "mystery", json: { id: "c5", type: "mystery" } },
    ]);
  });

  test("details of reasoning replace the same words given plainly", () => {
    const details = [
      { type: "reasoning.text", text: "Hm.", signature: "sig" },
      { type: "reasoning.encrypted", data: "xyz" },
    ];
    expect(message({ role: "assistant", content: null, reasoning: "Hm.", reasoning_details: details }).parts).toEqual([
      { type: "thinking", text: "Hm.", signed: true },
      { type: "thinking", text: "", signed: true },
    ]);
  });

  test("the older function call and its result have no ids", () => {
    expect(message({ role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } }).parts).toEqual([
      { type: "call", id: "", name: "f", args: {} },
    ]);
    expect(message({ role: "function", name: "f", content: "7" })).toEqual({
      role: "tool",
      name: "f",
      parts: [{ type: "result", id: "", name: "f", parts: [{ type: "text", text: "7" }] }],
    });
  });

  test("a tool's result", () => {
    const element = { role: "tool", tool_call_id: "c1", content: [{ type: "text", text: "3" }] };
    expect(message(element)).toEqual({
      role: "tool",
      parts: [{ type: "result", id: "c1", parts: [{ type: "text", text: "3" }] }],
    });
  });

  test("fields it does not know are kept", () => {
    expect(message({ role: "assistant", content: "a", refusal: null, mood: "fine", annotations: [] }).parts).toEqual([
      { type: "text", text: "a" },
      { type: "other", label: "mood", json: "fine" },
    ]);
  });
});

describe("answer", () => {
  test("message, calls, usage, stop and model", () => {
    const call = { id: "c1", type: "function", function: { name: "add", arguments: '{"a":1}' } };
    const read = answer({
      model: "gpt-x-1",
      choices: [
        { index: 0, finish_reason: "tool_calls", message: { role: "assistant", content: null, tool_calls: [call] } },
      ],
      usage: {
        prompt_tokens: 100,
        completion_tokens: 20,
        total_tokens: 120,
        prompt_tokens_details: { cached_tokens: 64 },
        completion_tokens_details: { reasoning_tokens: 12 },
      },
    });
    expect(read).toEqual({
      message: { role: "assistant", parts: [{ type: "call", id: "c1", name: "add", args: { a: 1 } }] },
      calls: [{ id: "c1", name: "add", args: { a: 1 } }],
      usage: { in: 100, out: 20, cacheRead: 64, reasoning: 12 },
      stop: "tool_calls",
      model: "gpt-x-1",
    });
  });

  test.each([
    ["no usage", {}, {}],
    ["a count that is none", { usage: { prompt_tokens: -1, completion_tokens: 2.5 } }, {}],
    [
      "DeepSeek",
      { usage: { prompt_tokens: 9, prompt_cache_hit_tokens: 8, completion_tokens: 1 } },
      { in: 9, out: 1, cacheRead: 8 },
    ],
    ["Groq's stream", { x_groq: { usage: { prompt_tokens: 9, completion_tokens: 1 } } }, { in: 9, out: 1 }],
    [
      "reasoning beside the completion",
      {
        usage: {
          prompt_tokens: 10,
          completion_tokens: 5,
          total_tokens: 45,
          completion_tokens_details: { reasoning_tokens: 30 },
        },
      },
      { in: 10, out: 35, reasoning: 30 },
    ],
  ])("usage: %s", (_, body, usage) => {
    expect(answer(body).usage).toEqual(usage);
  });

  test.each([
    [
      { error: { message: "no", type: "invalid_request_error", code: "x" } },
      { type: "invalid_request_error", message: "no" },
    ],
    [{ error: { message: "busy", code: 429 } }, { type: "429", message: "busy" }],
    [{ error: "model not found" }, { message: "model not found" }],
    [
      { object: "error", message: "too long", type: "BadRequest" },
      { type: "BadRequest", message: "too long" },
    ],
    [{ detail: "Unauthorized" }, { message: "Unauthorized" }],
    [{ choices: [{ error: { message: "cut off", code: 502 } }] }, { type: "502", message: "cut off" }],
  ])("error %j", (body, error) => {
    expect(answer(body)).toEqual({ calls: [], usage: {}, error });
  });

  test("further choices are kept", () => {
    const choice = (text: string) => ({ message: { role: "assistant", content: text } });
    expect(answer({ choices: [choice("a"), choice("b")] }).message?.parts).toEqual([
      { type: "text", text: "a" },
      { type: "other", label: "choice 1", json: choice("b") },
    ]);
  });
});

describe("fold", () => {
  const chunk = (delta: object, finish: string | null = null) => ({
    id: "x",
    object: "chat.completion.chunk",
    model: "gpt-x",
    choices: [{ index: 0, delta, finish_reason: finish }],
    usage: null,
  });
  const call = (index: number, fields: object) => chunk({ tool_calls: [{ index, ...fields }] });

  test("gives the body of a plain answer", () => {
    const stream = sse([
      chunk({ role: "assistant", content: "" }),
      chunk({ reasoning_content: "Hm" }),
      chunk({ reasoning_content: "." }),
      chunk({ content: "Let me" }),
      chunk({ content: " see" }),
      call(0, { id: "c1", type: "function", function: { name: "add", arguments: "" } }),
      call(1, { id: "c2", type: "function", function: { name: "now", arguments: "{}" } }),
      call(0, { function: { arguments: '{"a"' } }),
      call(0, { function: { arguments: ":1}" } }),
      chunk({}, "tool_calls"),
      { ...chunk({}), choices: [], usage: { prompt_tokens: 5, completion_tokens: 7 } },
      "[DONE]",
    ]);
    expect(fold(stream)).toEqual({
      complete: true,
      events: 12,
      body: {
        id: "x",
        object: "chat.completion",
        model: "gpt-x",
        choices: [
          {
            index: 0,
            message: {
              role: "assistant",
              content: "Let me see",
              reasoning_content: "Hm.",
              tool_calls: [
                { id: "c1", type: "function", function: { name: "add", arguments: '{"a":1}' } },
                { id: "c2", type: "function", function: { name: "now", arguments: "{}" } },
              ],
            },
            finish_reason: "tool_calls",
          },
        ],
        usage: { prompt_tokens: 5, completion_tokens: 7 },
      },
    });
  });

  test("of every prefix, to a prefix of the answer", () => {
    const stream = sse([
      chunk({ content: "Let" }),
      chunk({ content: " me" }),
      chunk({ content: " see." }, "stop"),
      "[DONE]",
    ]);
    const words = (text: string) => messageText(answer(fold(text).body).message ?? { role: "assistant", parts: [] });
    for (let end = 0; end <= stream.length; end += 1)
      expect(words(stream).startsWith(words(stream.slice(0, end)))).toBe(true);
  });

  const names = (stream: string) => answer(fold(stream).body).calls.map(({ id, args }) => [id, args]);

  test("calls that all claim index 0 stay apart", () => {
    const whole = (id: string) => call(0, { id, function: { name: "f", arguments: `{"of":"${id}"}` } });
    expect(names(sse([whole("a"), whole("b")]))).toEqual([
      ["a", { of: "a" }],
      ["b", { of: "b" }],
    ]);
  });

  test("calls without an index", () => {
    const piece = (fields: object) => chunk({ tool_calls: [fields] });
    const stream = sse([
      piece({ id: "a", function: { name: "f", arguments: "[1" } }),
      piece({ function: { arguments: "]" } }),
      piece({ id: "b", function: { name: "f", arguments: "[2]" } }),
    ]);
    expect(names(stream)).toEqual([
      ["a", [1]],
      ["b", [2]],
    ]);
  });

  test("lists of parts mixed with plain text", () => {
    const thinking = (text: string) => chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text }] }] });
    const stream = sse([
      chunk({ content: "So" }),
      thinking("H"),
      thinking("m"),
      chunk({ content: "It" }),
      chunk({ content: " is" }),
    ]);
    expect(answer(fold(stream).body).message?.parts).toEqual([
      { type: "text", text: "So" },
      { type: "thinking", text: "Hm" },
      { type: "text", text: "It is" },
    ]);
  });

  test("a cut stream gives what is there", () => {
    const { body, complete } = fold(`${sse([chunk({ content: "Half" })])}data: {"choices":[{"del`);
    expect(complete).toBe(false);
    expect(answer(body)).toEqual({
      message: { role: "assistant", parts: [{ type: "text", text: "Half" }] },
      calls: [],
      usage: {},
      model: "gpt-x",
    });
  });

  test("[DONE] is the end, whatever came before", () => {
    expect(fold(sse([chunk({ content: "a" }), "[DONE]"])).complete).toBe(true);
  });

  test("a field named __proto__ is a field", () => {
    const { body } = fold('data: {"__proto__":{"a":1}}\n\n');
    expect(JSON.stringify(body)).toBe('{"__proto__":{"a":1}}');
  });

  test("a server without [DONE] has ended with its finish reason", () => {
    expect(fold(sse([chunk({ content: "a" }, "stop")])).complete).toBe(true);
  });

  test("an error in mid-stream", () => {
    const { body, complete } = fold(
      sse([chunk({ content: "a" }), { error: { message: "overloaded", type: "server_error" } }]),
    );
    expect(complete).toBe(false);
    expect(answer(body).error).toEqual({ type: "server_error", message: "overloaded" });
    expect(answer(body).message?.parts).toEqual([{ type: "text", text: "a" }]);
  });

  test("a plain error in place of a stream", () => {
    expect(fold('{"error":{"message":"no"}}')).toEqual({
      body: { error: { message: "no" } },
      complete: true,
      events: 0,
    });
    expect(fold("")).toEqual({ body: {}, complete: false, events: 0 });
  });
});
