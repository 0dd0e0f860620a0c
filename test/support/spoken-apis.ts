import { field, isArray, isObject, type Json, type JsonObject } from "../../src/json/json.ts";
import { getPointer } from "../../src/json/pointer.ts";
import { answerWithCallIds, withCallIds } from "../../src/providers/call-ids.ts";
import { dialectById } from "../../src/providers/registry.ts";
import { newResults } from "../../src/providers/tool-results.ts";
import type { EventRecord } from "../../src/trace/write/record.ts";
import { writeTrace } from "../../src/trace/write/writer.ts";
import type { ScriptedAnswer } from "./scripted-provider.ts";

/** The weather in Oslo, asked over each API: requests, answers and streams in the forms of the vendors' references. */

export interface SpokenApi {
  readonly op: string;
  readonly provider: string;
  readonly repeated: readonly string[];
  path(stream: boolean): string;
  /** The question alone. */
  request(stream: boolean): Json;
  /** An answer that calls `get_weather` for a city. */
  call(id: string, city: string): Json;
  said(words: string): Json;
  callStream(id: string, city: string): ScriptedAnswer;
  saidStream(words: readonly string[]): ScriptedAnswer;
  /** What stands behind the question when the call has its result. */
  answered(id: string, city: string, result: string): readonly Json[];
  readonly keyHeader: readonly [string, string];
}

const SSE = "text/event-stream";
const lines = (events: readonly Json[]): string[] => events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
const named = (events: readonly (Json & { readonly type: string })[]): string[] =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
const SCHEMA = { type: "object", properties: { city: { type: "string" } } };

const chatCall = (id: string, city: string): Json => ({
  id,
  type: "function",
  function: { name: "get_weather", arguments: `{"city": "${city}"}` },
});

export const CHAT: SpokenApi = {
  op: "openai/chat",
  provider: "openai",
  repeated: ["/messages", "/tools"],
  keyHeader: ["authorization", "Bearer sk-live-1234567890"],
  path: () => "/v1/chat/completions",
  request: (stream) => ({
    model: "gpt-x",
    ...(stream && { stream }),
    messages: [{ role: "user", content: "Weather in Oslo?" }],
    tools: [{ type: "function", function: { name: "get_weather", parameters: SCHEMA } }],
  }),
  call: (id, city) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "gpt-x",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: null, refusal: null, tool_calls: [chatCall(id, city)] },
        finish_reason: "tool_calls",
      },
    ],
    usage: { prompt_tokens: 20, completion_tokens: 9, total_tokens: 29 },
  }),
  said: (content) => ({
    id: "chatcmpl-2",
    object: "chat.completion",
    model: "gpt-x",
    choices: [{ index: 0, message: { role: "assistant", content, refusal: null }, finish_reason: "stop" }],
    usage: { prompt_tokens: 40, completion_tokens: 4, total_tokens: 44 },
  }),
  callStream: (id, city) => {
    const chunk = (delta: Json, finish_reason: string | null = null): Json => ({
      ...{ id: "chatcmpl-1", object: "chat.completion.chunk", model: "gpt-x" },
      choices: [{ index: 0, delta, finish_reason }],
    });
    const piece = (index: number, fields: Json): Json => ({ tool_calls: [{ index, ...(fields as object) }] });
    return {
      type: SSE,
      body: [
        ...lines([
          chunk({ role: "assistant", content: null }),
          chunk(piece(0, { id, type: "function", function: { name: "get_weather", arguments: "" } })),
          chunk(piece(0, { function: { arguments: '{"city": ' } })),
          chunk(piece(0, { function: { arguments: `"${city}"}` } })),
          chunk({}, "tool_calls"),
        ]),
        "data: [DONE]\n\n",
      ],
    };
  },
  saidStream: (words) => {
    const chunk = (delta: Json, finish_reason: string | null = null): Json => ({
      ...{ id: "chatcmpl-2", object: "chat.completion.chunk", model: "gpt-x" },
      choices: [{ index: 0, delta, finish_reason }],
    });
    return {
      type: SSE,
      body: [...lines([...words.map((content) => chunk({ content })), chunk({}, "stop")]), "data: [DONE]\n\n"],
    };
  },
  answered: (id, city, result) => [
    { role: "assistant", content: null, tool_calls: [chatCall(id, city)] },
    { role: "tool", tool_call_id: id, content: result },
  ],
};

const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "sealed==" };
const responsesCall = (id: string, city: string): Json => ({
  type: "function_call",
  id: "fc_1",
  call_id: id,
  name: "get_weather",
  arguments: `{"city": "${city}"}`,
  status: "completed",
});
const response = (output: readonly Json[]): { readonly [key: string]: Json } => ({
  id: "resp_1",
  object: "response",
  status: "completed",
  model: "gpt-x",
  output,
  usage: { input_tokens: 20, output_tokens: 9, total_tokens: 29 },
});
const spokenItem = (text: string): Json => ({
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text, annotations: [] }],
});

export const RESPONSES: SpokenApi = {
  op: "openai/responses",
  provider: "openai",
  repeated: ["/input", "/tools", "/instructions"],
  keyHeader: CHAT.keyHeader,
  path: () => "/v1/responses",
  request: (stream) => ({
    model: "gpt-x",
    ...(stream && { stream }),
    input: "Weather in Oslo?",
    tools: [{ type: "function", name: "get_weather", parameters: SCHEMA }],
  }),
  call: (id, city) => response([reasoning, responsesCall(id, city)]),
  said: (text) => response([spokenItem(text)]),
  callStream: (id, city) => ({
    type: SSE,
    body: named([
      { type: "response.created", response: { ...response([]), status: "in_progress" } },
      { type: "response.output_item.done", output_index: 0, item: reasoning },
      { type: "response.output_item.done", output_index: 1, item: responsesCall(id, city) },
      { type: "response.completed", response: response([reasoning, responsesCall(id, city)]) },
    ]),
  }),
  saidStream: (words) => ({
    type: SSE,
    body: named([
      { type: "response.created", response: { ...response([]), status: "in_progress" } },
      ...words.map((delta) => ({
        ...{ type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0 },
        delta,
      })),
      { type: "response.completed", response: response([spokenItem(words.join(""))]) },
    ]),
  }),
  answered: (id, city, result) => [
    reasoning,
    responsesCall(id, city),
    { type: "function_call_output", call_id: id, output: result },
  ],
};

const thinking = { type: "thinking", thinking: "Oslo lies in the north.", signature: "EqQBCgIYAhIkZ==" };
const toolUse = (id: string, city: string): Json => ({ type: "tool_use", id, name: "get_weather", input: { city } });
const message = (content: readonly Json[], stop_reason: string): { readonly [key: string]: Json } => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-x",
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 20, output_tokens: 9 },
});

export const ANTHROPIC: SpokenApi = {
  op: "anthropic/messages",
  provider: "anthropic",
  repeated: ["/messages", "/tools", "/system"],
  keyHeader: ["x-api-key", "sk-ant-live-1234567890"],
  path: () => "/v1/messages",
  request: (stream) => ({
    model: "claude-x",
    max_tokens: 500,
    ...(stream && { stream }),
    messages: [{ role: "user", content: "Weather in Oslo?" }],
    tools: [{ name: "get_weather", input_schema: SCHEMA }],
  }),
  call: (id, city) => message([thinking, toolUse(id, city)], "tool_use"),
  said: (text) => message([{ type: "text", text }], "end_turn"),
  callStream: (id, city) => ({
    type: SSE,
    body: named([
      { type: "message_start", message: { ...message([], ""), stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: thinking.thinking } },
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: thinking.signature } },
      { type: "content_block_stop", index: 0 },
      {
        ...{ type: "content_block_start", index: 1 },
        content_block: { type: "tool_use", id, name: "get_weather", input: {} },
      },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"city": ' } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: `"${city}"}` } },
      { type: "content_block_stop", index: 1 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } },
      { type: "message_stop" },
    ]),
  }),
  saidStream: (words) => ({
    type: SSE,
    body: named([
      { type: "message_start", message: { ...message([], ""), stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      ...words.map((text) => ({
        ...{ type: "content_block_delta", index: 0 },
        delta: { type: "text_delta", text },
      })),
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 4 } },
      { type: "message_stop" },
    ]),
  }),
  answered: (id, city, result) => [
    { role: "assistant", content: [thinking, toolUse(id, city)] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: result }] },
  ],
};

const functionCall = (city: string): Json => ({
  functionCall: { name: "get_weather", args: { city } },
  thoughtSignature: "CsMBAb==",
});
const candidate = (parts: readonly Json[], finishReason?: string): Json => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...(finishReason && { finishReason }) }],
  usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 9 },
  modelVersion: "gemini-x",
});

export const GEMINI: SpokenApi = {
  op: "gemini/generate",
  provider: "gemini",
  repeated: ["/contents", "/tools", "/systemInstruction"],
  keyHeader: ["x-goog-api-key", "AIzaLive1234567890"],
  path: (stream) => `/v1beta/models/gemini-x:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
  request: () => ({
    contents: [{ role: "user", parts: [{ text: "Weather in Oslo?" }] }],
    tools: [{ functionDeclarations: [{ name: "get_weather", parameters: SCHEMA }] }],
  }),
  call: (_id, city) => candidate([functionCall(city)], "STOP"),
  said: (text) => candidate([{ text }], "STOP"),
  callStream: (_id, city) => ({ type: SSE, body: lines([candidate([functionCall(city)], "STOP")]) }),
  saidStream: (words) => ({
    type: SSE,
    body: lines(words.map((text, i) => candidate([{ text }], i === words.length - 1 ? "STOP" : undefined))),
  }),
  answered: (_id, city, result) => [
    { role: "model", parts: [functionCall(city)] },
    { role: "user", parts: [{ functionResponse: { name: "get_weather", response: { result } } }] },
  ],
};

/** Calls have no ids. */
const ollamaCall = (city: string): Json => ({
  role: "assistant",
  content: "",
  thinking: "Oslo lies in the north.",
  tool_calls: [{ function: { name: "get_weather", arguments: { city } } }],
});
const ollamaEnd = { done: true, done_reason: "stop", prompt_eval_count: 20, eval_count: 9 };
const ollama = (said: Json, rest: object): Json => ({
  ...{ model: "llama-x", created_at: "2026-01-01T00:00:00Z", message: said },
  ...rest,
});
const ndjson = (pieces: readonly Json[]): ScriptedAnswer => ({
  type: "application/x-ndjson",
  body: pieces.map((piece) => `${JSON.stringify(piece)}\n`),
});

const OLLAMA: SpokenApi = {
  op: "ollama/chat",
  provider: "ollama",
  repeated: ["/messages", "/tools"],
  keyHeader: ["authorization", "Bearer ollama-live-1234567890"],
  path: () => "/api/chat",
  request: (stream) => ({
    model: "llama-x",
    ...(!stream && { stream }),
    messages: [{ role: "user", content: "Weather in Oslo?" }],
    tools: [{ type: "function", function: { name: "get_weather", parameters: SCHEMA } }],
  }),
  call: (_id, city) => ollama(ollamaCall(city), ollamaEnd),
  said: (content) => ollama({ role: "assistant", content }, ollamaEnd),
  callStream: (_id, city) =>
    ndjson([
      ollama({ role: "assistant", content: "", thinking: "Oslo lies " }, { done: false }),
      ollama({ role: "assistant", content: "", thinking: "in the north." }, { done: false }),
      ollama(
        {
          ...{ role: "assistant", content: "" },
          tool_calls: [{ function: { name: "get_weather", arguments: { city } } }],
        },
        { done: false },
      ),
      ollama({ role: "assistant", content: "" }, ollamaEnd),
    ]),
  saidStream: (words) =>
    ndjson([
      ...words.map((content) => ollama({ role: "assistant", content }, { done: false })),
      ollama({ role: "assistant", content: "" }, ollamaEnd),
    ]),
  answered: (_id, city, content) => [ollamaCall(city), { role: "tool", tool_name: "get_weather", content }],
};

const PLAN = "I will look up the weather.";
const cohereCall = (id: string, city: string): Json => ({
  role: "assistant",
  tool_plan: PLAN,
  tool_calls: [chatCall(id, city)],
});
const cohere = (said: Json, finish_reason: string): Json => ({
  ...{ id: "c14c80c3", finish_reason, message: said },
  usage: { billed_units: { input_tokens: 20, output_tokens: 9 }, tokens: { input_tokens: 20, output_tokens: 9 } },
});
const cohereEvents = (body: readonly Json[], finish_reason: string): ScriptedAnswer => ({
  type: SSE,
  body: named([
    { type: "message-start", id: "c14c80c3", delta: { message: { role: "assistant", content: [], tool_calls: [] } } },
    ...(body as readonly (Json & { readonly type: string })[]),
    { type: "message-end", delta: { finish_reason, usage: { tokens: { input_tokens: 20, output_tokens: 9 } } } },
  ]),
});

const COHERE: SpokenApi = {
  op: "cohere/chat",
  provider: "cohere",
  repeated: ["/messages", "/tools", "/documents"],
  keyHeader: ["authorization", "Bearer co-live-1234567890"],
  path: () => "/v2/chat",
  request: (stream) => ({
    model: "command-x",
    ...(stream && { stream }),
    messages: [{ role: "user", content: "Weather in Oslo?" }],
    tools: [{ type: "function", function: { name: "get_weather", parameters: SCHEMA } }],
  }),
  call: (id, city) => cohere(cohereCall(id, city), "TOOL_CALL"),
  said: (text) => cohere({ role: "assistant", content: [{ type: "text", text }] }, "COMPLETE"),
  callStream: (id, city) => {
    const call = (fields: Json): Json => ({ message: { tool_calls: fields } });
    return cohereEvents(
      [
        { type: "tool-plan-delta", delta: { message: { tool_plan: PLAN } } },
        {
          ...{ type: "tool-call-start", index: 0 },
          delta: call({ id, type: "function", function: { name: "get_weather", arguments: "" } }),
        },
        { type: "tool-call-delta", index: 0, delta: call({ function: { arguments: '{"city": ' } }) },
        { type: "tool-call-delta", index: 0, delta: call({ function: { arguments: `"${city}"}` } }) },
        { type: "tool-call-end", index: 0 },
      ],
      "TOOL_CALL",
    );
  },
  saidStream: (words) =>
    cohereEvents(
      [
        { type: "content-start", index: 0, delta: { message: { content: { type: "text", text: "" } } } },
        ...words.map((text) => ({ type: "content-delta", index: 0, delta: { message: { content: { text } } } })),
        { type: "content-end", index: 0 },
      ],
      "COMPLETE",
    ),
  answered: (id, city, content) => [cohereCall(id, city), { role: "tool", tool_call_id: id, content }],
};

export const APIS: readonly SpokenApi[] = [CHAT, RESPONSES, ANTHROPIC, GEMINI, OLLAMA, COHERE];

export interface GivenCall {
  readonly request: Json;
  readonly answer: Json;
}

/** A run as a recorder would have written it, asked of the server at `base`. */
export function writeRun(
  path: string,
  api: SpokenApi,
  { calls, base, stream = false }: { calls: readonly GivenCall[]; base: string; stream?: boolean },
): void {
  const seen = new Set<string>();
  const dialect = dialectById(api.op);
  if (dialect === undefined) throw new Error(api.op);
  const events = calls.map(({ request, answer }, n): EventRecord => {
    const list = getPointer(request, dialect.conversation);
    const messages = withCallIds((isArray(list) ? list : []).map((element) => dialect.message(element)));
    return {
      kind: "llm",
      name: "x",
      provider: api.provider,
      op: api.op,
      at: 1e12 + n * 1000,
      durationMs: 500,
      status: "ok",
      calls: answerWithCallIds(messages, dialect.answer(answer)).calls.map(({ id, name }) => ({ id, name })),
      results: newResults(messages, seen).map(({ id }) => ({ id })),
      request: {
        ...{ method: "POST", path: api.path(stream), url: `${base}${api.path(stream)}` },
        headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
        ...{ body: JSON.stringify(request), repeated: api.repeated },
      },
      response: { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(answer) },
    };
  });
  writeTrace(path, { id: "0123456789abcdef", created: 1e12 }, events);
}

/** `request` with elements behind its conversation. */
export function behind(api: SpokenApi, request: Json, elements: readonly Json[]): JsonObject {
  const key = dialectById(api.op)?.conversation.slice(1) ?? "";
  const list = field(request, key);
  const before = isArray(list) ? list : [{ role: "user", content: list ?? "" }];
  return { ...(isObject(request) ? request : {}), [key]: [...before, ...elements] };
}

/** Step 0 asks for Oslo, 1 carries "-3 C" and is answered with words. */
export function weatherCalls(api: SpokenApi, stream = false): readonly GivenCall[] {
  const first = api.request(stream);
  const second = behind(api, first, api.answered("call_rec1", "Oslo", "-3 C"));
  return [
    { request: first, answer: api.call("call_rec1", "Oslo") },
    { request: second, answer: api.said("It is cold.") },
  ];
}

export function plain(body: Json): { readonly body: string } {
  return { body: JSON.stringify(body) };
}
