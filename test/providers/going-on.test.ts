import { describe, expect, test } from "vitest";
import type { Json } from "../../src/json/json.ts";
import { anthropicMessages } from "../../src/providers/anthropic/messages/dialect.ts";
import type { Dialect } from "../../src/providers/dialect.ts";
import { geminiGenerate } from "../../src/providers/gemini/generate/dialect.ts";
import type { Message } from "../../src/providers/message.ts";
import { openaiChat } from "../../src/providers/openai/chat/dialect.ts";
import { openaiResponses } from "../../src/providers/openai/responses/dialect.ts";
import type { GoingOn } from "../../src/providers/streams/going-on.ts";

function of({ goingOn }: Dialect): GoingOn {
  if (goingOn === undefined) throw new Error("it does not go on");
  return goingOn;
}

const chat = of(openaiChat);
const responses = of(openaiResponses);
const anthropic = of(anthropicMessages);
const gemini = of(geminiGenerate);

describe("chat", () => {
  const answer = (message: Json): Json => ({ choices: [{ index: 0, message, finish_reason: "tool_calls" }] });

  test("what an answer says it has not is left out, all else stays", () => {
    const message = { role: "assistant", content: null, refusal: null, reasoning_content: "hm", annotations: [] };
    expect(chat.said(answer(message), {})).toEqual([
      { role: "assistant", content: null, reasoning_content: "hm", annotations: [] },
    ]);
  });

  test("a spoken answer is named by its id", () => {
    const message = { role: "assistant", content: null, audio: { id: "audio_1", data: "AAAA", transcript: "hi" } };
    expect(chat.said(answer(message), {})).toEqual([{ role: "assistant", content: null, audio: { id: "audio_1" } }]);
  });

  test("custom tools and the old function_call are asked and answered in their own ways", () => {
    const custom = { id: "c1", type: "custom", custom: { name: "patch", input: "*** Begin" } };
    const [asked] = chat.asked(answer({ role: "assistant", tool_calls: [custom] }));
    expect(asked).toEqual({ id: "c1", name: "patch", args: "*** Begin", type: "custom" });
    const [legacy] = chat.asked(answer({ role: "assistant", function_call: { name: "f", arguments: '{"a":1}' } }));
    expect(legacy).toMatchObject({ id: "", name: "f", args: { a: 1 } });
    const results = [asked, legacy].flatMap((call) => (call ? [{ call, content: "ok" }] : []));
    expect(chat.results(results)).toEqual([
      { role: "tool", tool_call_id: "c1", content: "ok" },
      { role: "function", name: "f", content: "ok" },
    ]);
  });

  test("a result that is an object becomes a text, parts stay", () => {
    const call = { id: "c1", name: "f", args: {} };
    expect(chat.results([{ call, content: { n: 1 } }])).toMatchObject([{ content: '{"n":1}' }]);
    const parts = [{ type: "text", text: "x" }];
    expect(chat.results([{ call, content: parts }])).toMatchObject([{ content: parts }]);
  });
});

describe("responses", () => {
  const sealed = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "x" };
  const open = { type: "reasoning", id: "rs_2", summary: [] };

  test("reasoning that was not kept by the provider goes back only sealed", () => {
    const answer = { output: [open, sealed] };
    expect(responses.said(answer, { store: false })).toEqual([sealed]);
    expect(responses.said(answer, {})).toEqual([open, sealed]);
  });

  test("tools that OpenAI has run are not asked for again", () => {
    const search = { type: "web_search_call", id: "ws_1", status: "completed", action: { query: "x" } };
    const shell = {
      type: "local_shell_call",
      id: "ls_1",
      call_id: "c2",
      action: { command: ["ls"] },
      status: "completed",
    };
    const asked = responses.asked({ output: [search, shell] });
    expect(asked).toMatchObject([{ id: "c2", type: "local_shell_call" }]);
    const [call] = asked;
    expect(call && responses.results([{ call, content: "a.txt" }])).toEqual([
      { type: "local_shell_call_output", call_id: "c2", output: "a.txt" },
    ]);
  });

  test("a patch that could not be applied says so", () => {
    const call = { id: "c3", name: "apply_patch", args: {}, type: "apply_patch_call" };
    expect(responses.results([{ call, content: "no such file", isError: true }])).toEqual([
      { type: "apply_patch_call_output", call_id: "c3", status: "failed", output: "no such file" },
    ]);
  });
});

describe("anthropic", () => {
  test("tools that Anthropic runs stay in the answer and are not asked for; a pause goes on", () => {
    const content = [
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "x" } },
      { type: "tool_use", id: "toolu_1", name: "f", input: {} },
    ];
    const answer = { content, stop_reason: "pause_turn" };
    expect(anthropic.asked(answer)).toEqual([{ id: "toolu_1", name: "f", args: {} }]);
    expect(anthropic.said(answer, {})).toEqual([{ role: "assistant", content }]);
    expect(anthropic.paused?.(answer)).toBe(true);
  });

  test("all results stand in one message, a failed one says so", () => {
    const call = (id: string) => ({ id, name: "f", args: {} });
    const blocks = [{ type: "text", text: "x" }];
    expect(
      anthropic.results([
        { call: call("a"), content: blocks },
        { call: call("b"), content: "no", isError: true },
      ]),
    ).toEqual([
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: blocks },
          { type: "tool_result", tool_use_id: "b", content: "no", is_error: true },
        ],
      },
    ]);
    expect(anthropic.results([])).toEqual([]);
  });
});

describe("gemini", () => {
  test("an object is a response as it is, a text gets a name; an id goes back where there was one", () => {
    const call = { id: "", name: "f", args: {} };
    expect(
      gemini.results([
        { call, content: { t: 3 } },
        { call: { ...call, id: "i1" }, content: "no", isError: true },
      ]),
    ).toEqual([
      {
        role: "user",
        parts: [
          { functionResponse: { name: "f", response: { t: 3 } } },
          { functionResponse: { id: "i1", name: "f", response: { error: "no" } } },
        ],
      },
    ]);
  });

  test("a streamed list of chunks is read too, and code that Google ran is not asked for", () => {
    const parts = [
      { executableCode: { language: "PYTHON", code: "1" } },
      { functionCall: { name: "f", args: { a: 1 } } },
    ];
    expect(gemini.asked([{ candidates: [{ content: { role: "model", parts } }] }])).toEqual([
      { id: "", name: "f", args: { a: 1 } },
    ]);
  });
});

describe("requests made of messages", () => {
  const image = { type: "media", media: "image", mimeType: "image/png", base64: "AAAA" } as const;
  const messages: readonly Message[] = [
    { role: "user", parts: [{ type: "text", text: "What is this?" }, image] },
    {
      role: "assistant",
      parts: [
        { type: "text", text: "I look." },
        { type: "call", id: "c1", name: "look", args: { n: 1 } },
      ],
    },
    {
      role: "tool",
      parts: [{ type: "result", id: "c1", name: "look", parts: [{ type: "text", text: "a cat" }], isError: true }],
    },
  ];
  const tools = [{ name: "look", description: "Looks.", schema: { type: "object" } }];
  const composed = { model: "m", system: ["Be brief."], messages, tools };

  test("chat", () => {
    expect(chat.compose?.(composed)).toEqual({
      model: "m",
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "What is this?" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
          ],
        },
        {
          role: "assistant",
          content: "I look.",
          tool_calls: [{ id: "c1", type: "function", function: { name: "look", arguments: '{"n":1}' } }],
        },
        { role: "tool", tool_call_id: "c1", content: "a cat" },
      ],
      tools: [{ type: "function", function: { name: "look", description: "Looks.", parameters: { type: "object" } } }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("responses", () => {
    expect(responses.compose?.(composed)).toEqual({
      model: "m",
      instructions: "Be brief.",
      input: [
        { type: "message", role: "user", content: [{ type: "input_text", text: "What is this?" }] },
        {
          type: "message",
          role: "user",
          content: [{ type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" }],
        },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "I look." }] },
        { type: "function_call", call_id: "c1", name: "look", arguments: '{"n":1}' },
        { type: "function_call_output", call_id: "c1", output: "a cat" },
      ],
      tools: [{ type: "function", name: "look", description: "Looks.", parameters: { type: "object" }, strict: false }],
      store: false,
      stream: true,
    });
  });

  test("anthropic", () => {
    expect(anthropic.compose?.(composed)).toEqual({
      model: "m",
      max_tokens: 8192,
      system: [{ type: "text", text: "Be brief." }],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is this?" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "text", text: "I look." },
            { type: "tool_use", id: "c1", name: "look", input: { n: 1 } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "a cat" }], is_error: true },
          ],
        },
      ],
      tools: [{ name: "look", description: "Looks.", input_schema: { type: "object" } }],
      stream: true,
    });
  });

  test("gemini; models that want signatures are told that there is none", () => {
    const contents = (model: string) =>
      (gemini.compose?.({ ...composed, model }) as { contents: readonly Json[] } | undefined)?.contents;
    expect(gemini.compose?.(composed)).toMatchObject({
      systemInstruction: { parts: [{ text: "Be brief." }] },
      tools: [
        { functionDeclarations: [{ name: "look", description: "Looks.", parametersJsonSchema: { type: "object" } }] },
      ],
    });
    expect(contents("gemini-2.5-pro")).toEqual([
      { role: "user", parts: [{ text: "What is this?" }, { inlineData: { mimeType: "image/png", data: "AAAA" } }] },
      { role: "model", parts: [{ text: "I look." }, { functionCall: { name: "look", args: { n: 1 } } }] },
      { role: "user", parts: [{ functionResponse: { name: "look", response: { error: "a cat" } } }] },
    ]);
    expect(contents("gemini-3-pro")?.[1]).toMatchObject({
      parts: [{}, { functionCall: { name: "look" }, thoughtSignature: "skip_thought_signature_validator" }],
    });
  });
});
