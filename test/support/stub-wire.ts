/** The answers of the stub provider in the form of each API, whole and streamed. Forms from the vendors' API references. */

interface Asked {
  readonly path: string;
  readonly body: Buffer;
  readonly headers?: { readonly host?: string | undefined };
}

type Orders = ReadonlyMap<string, string>;

interface StubAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly body: Buffer | string;
}

const WORDS = ["The ", "weather ", "is ", "fine: ", "23 °C", ", 雨 no."];
const ARGUMENTS = '{"city":"Oslo"}';

export function answerOf(asked: Asked, orders: Orders): StubAnswer {
  const answer = plain(asked, orders);
  if (answer === undefined) return { status: 404, body: '{"error":{"message":"no such endpoint"}}' };
  if (Buffer.isBuffer(answer)) return { type: "audio/mpeg", body: answer };
  return { body: orders.has("pretty") ? JSON.stringify(answer, null, 2) : JSON.stringify(answer) };
}

function plain({ path, body }: Asked, orders: Orders): object | Buffer | undefined {
  const text = said(orders).join("");
  const tool = asksForTool(body, orders);
  if (path.includes("/embeddings"))
    return {
      object: "list",
      data: [{ object: "embedding", index: 0, embedding: [0.25, -0.5, 1.0] }],
      model: "stub-embed",
      usage: { prompt_tokens: 4, total_tokens: 4 },
    };
  if (path.includes("/audio/speech")) return Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 37) % 256));
  if (path.includes("/models") && !path.includes(":"))
    return { object: "list", data: [{ id: "stub", object: "model" }] };
  const cities = orders.has("tools") ? ["Oslo", "Rome"] : ["Oslo"];
  if (path.includes("/chat/completions")) return chat(text, tool ? cities : []);
  if (path.includes("/responses")) return responses(text, tool);
  if (path.includes("/messages")) return messages(text, tool ? cities : []);
  if (path.includes(":generateContent"))
    return gemini(tool ? [{ functionCall: { name: "get_weather", args: JSON.parse(ARGUMENTS) } }] : [{ text }], "STOP");
  if (path.includes("/v2/chat")) return cohere(text, tool);
  if (path.includes("/api/chat")) return ollama(tool ? OLLAMA_CALL : { role: "assistant", content: text });
  return undefined;
}

/** Until a request carries a result. `[[tools]]` asks for two calls at once, where the answer is whole. */
function asksForTool(body: Buffer, orders: Orders): boolean {
  const results = ["tool_call_id", "tool_result", "function_call_output", "functionResponse", '"role":"tool"'];
  return (orders.has("tool") || orders.has("tools")) && !results.some((each) => body.includes(each));
}

function said(orders: Orders): readonly string[] {
  const words = orders.get("say");
  return words === undefined ? WORDS : (words.match(/.{1,5}/gs) ?? [""]);
}

function chat(text: string, cities: readonly string[]): object {
  const tool = cities.length > 0;
  const calls = cities.map((city, i) => ({
    id: `call_stub${i + 1}`,
    type: "function",
    function: { name: "get_weather", arguments: JSON.stringify({ city }) },
  }));
  const message = tool ? { role: "assistant", content: null, tool_calls: calls } : { role: "assistant", content: text };
  return {
    id: "chatcmpl-stub",
    object: "chat.completion",
    created: 1_760_000_000,
    model: "stub",
    choices: [{ index: 0, message, logprobs: null, finish_reason: tool ? "tool_calls" : "stop" }],
    usage: { prompt_tokens: 11, completion_tokens: 6, total_tokens: 17 },
  };
}

function responses(text: string, tool: boolean): object {
  const item = tool
    ? {
        type: "function_call",
        id: "fc_1",
        call_id: "call_stub1",
        name: "get_weather",
        arguments: ARGUMENTS,
        status: "completed",
      }
    : {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text, annotations: [] }],
      };
  return {
    id: "resp_stub",
    object: "response",
    created_at: 1_760_000_000,
    status: "completed",
    model: "stub",
    output: [item],
    usage: { input_tokens: 11, output_tokens: 6, total_tokens: 17 },
  };
}

function messages(text: string, cities: readonly string[]): object {
  const tool = cities.length > 0;
  const calls = cities.map((city, i) => ({
    type: "tool_use",
    id: `toolu_stub${i + 1}`,
    name: "get_weather",
    input: { city },
  }));
  return {
    id: "msg_stub",
    type: "message",
    role: "assistant",
    model: "stub",
    content: tool ? calls : [{ type: "text", text }],
    stop_reason: tool ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 6 },
  };
}

function gemini(parts: readonly object[], finishReason?: string): object {
  return {
    candidates: [{ content: { role: "model", parts }, index: 0, ...(finishReason ? { finishReason } : {}) }],
    usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 6, totalTokenCount: 17 },
    modelVersion: "stub",
  };
}

const COHERE_CALL = {
  id: "get_weather_stub1",
  type: "function",
  function: { name: "get_weather", arguments: ARGUMENTS },
};

function cohere(text: string, tool: boolean): object {
  const message = tool
    ? { role: "assistant", tool_plan: "I will look.", tool_calls: [COHERE_CALL] }
    : { role: "assistant", content: [{ type: "text", text }] };
  return {
    id: "c1",
    finish_reason: tool ? "TOOL_CALL" : "COMPLETE",
    message,
    usage: { billed_units: { input_tokens: 5, output_tokens: 6 }, tokens: { input_tokens: 11, output_tokens: 6 } },
  };
}

const OLLAMA_CALL = {
  role: "assistant",
  content: "",
  tool_calls: [{ function: { name: "get_weather", arguments: JSON.parse(ARGUMENTS) as object } }],
};

function ollama(message: object): object {
  return {
    model: "stub",
    created_at: "2026-01-01T00:00:00Z",
    message,
    done: true,
    done_reason: "stop",
    prompt_eval_count: 11,
    eval_count: 6,
  };
}

/** Undefined when the request asks for a whole answer. */
export function streamOf(
  { path, body, headers }: Asked,
  orders: Orders,
): { readonly type: string; readonly pieces: readonly string[] } | undefined {
  const asks = /"stream":\s*true/.test(body.toString("utf8"));
  const words = said(orders);
  const tool = asksForTool(body, orders);
  if (path.includes(":streamGenerateContent")) {
    const parts = tool ? [{ functionCall: { name: "get_weather", args: JSON.parse(ARGUMENTS) } }] : [];
    const texts = tool ? [] : words.map((text) => ({ text }));
    const all = [...parts, ...texts];
    const frames = all.map((part, i) => gemini([part], i === all.length - 1 ? "STOP" : undefined));
    return { type: "text/event-stream", pieces: frames.map((frame) => `data: ${JSON.stringify(frame)}\r\n\r\n`) };
  }
  if (path.includes("/api/chat") && /"stream":\s*false/.test(body.toString("utf8")) === false) {
    const messages = tool ? [OLLAMA_CALL] : words.map((content) => ({ role: "assistant", content }));
    const base = { model: "stub", created_at: "2026-01-01T00:00:00Z" };
    const lines = messages.map((message) => ({ ...base, message, done: false }));
    const last = ollama({ role: "assistant", content: "" });
    return { type: "application/x-ndjson", pieces: [...lines, last].map((line) => `${JSON.stringify(line)}\n`) };
  }
  if (!asks) return undefined;
  const type = "text/event-stream; charset=utf-8";
  if (path.includes("/chat/completions")) {
    // Mistral sends a call in one piece.
    const halves = headers?.host?.includes("mistral") ? [ARGUMENTS] : HALVES;
    const frames = chatFrames(tool ? chatCallDeltas(halves) : words, body.includes("include_usage"));
    return { type, pieces: split(frames) };
  }
  if (path.includes("/responses")) return { type, pieces: tool ? responseCallFrames() : responseFrames(words) };
  if (path.includes("/messages")) return { type, pieces: messageFrames(words, tool) };
  if (path.includes("/v2/chat")) return { type, pieces: tool ? cohereCallFrames() : cohereFrames(words) };
  return undefined;
}

/** Each frame in two pieces, cut in its middle. */
function split(frames: readonly string[]): string[] {
  return frames.flatMap((frame) => [frame.slice(0, frame.length >> 1), frame.slice(frame.length >> 1)]);
}

/** Arguments of a call, in two halves. */
const HALVES = [ARGUMENTS.slice(0, 6), ARGUMENTS.slice(6)];

/** Of words, or of the deltas of a call. */
function chatFrames(said: readonly (string | object)[], usage: boolean): string[] {
  const tool = said.some((each) => typeof each !== "string");
  const base = { id: "chatcmpl-stub", object: "chat.completion.chunk", created: 1_760_000_000, model: "stub" };
  const choice = (delta: object, finish_reason: string | null = null): object => ({
    ...base,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const frames = [
    choice({ role: "assistant", content: tool ? null : "" }),
    ...said.map((each) => choice(typeof each === "string" ? { content: each } : each)),
    choice({}, tool ? "tool_calls" : "stop"),
  ];
  if (usage)
    frames.push({ ...base, choices: [], usage: { prompt_tokens: 11, completion_tokens: 6, total_tokens: 17 } });
  return [...frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`), "data: [DONE]\n\n"];
}

function chatCallDeltas([first, ...more]: readonly string[]): readonly object[] {
  const call = { index: 0, id: "call_stub1", type: "function", function: { name: "get_weather", arguments: first } };
  const rest = more.map((part) => ({ tool_calls: [{ index: 0, function: { arguments: part } }] }));
  return [{ tool_calls: [call] }, ...rest];
}

function responseCallFrames(): string[] {
  const whole = responses("", true) as { output: readonly object[] };
  const place = { item_id: "fc_1", output_index: 0 };
  const events = [
    { type: "response.created", response: { ...whole, status: "in_progress", output: [], usage: null } },
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { ...whole.output[0], arguments: "", status: "in_progress" },
    },
    ...HALVES.map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta })),
    { type: "response.function_call_arguments.done", ...place, arguments: ARGUMENTS },
    { type: "response.output_item.done", output_index: 0, item: whole.output[0] },
    { type: "response.completed", response: whole },
  ];
  return numberedFrames(events);
}

function numberedFrames(events: readonly { readonly type: string }[]): string[] {
  return events.map(
    (event, sequence_number) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
  );
}

function responseFrames(words: readonly string[]): string[] {
  const text = words.join("");
  const whole = responses(text, false) as { output: readonly object[] };
  const started = { ...whole, status: "in_progress", output: [], usage: null };
  const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const events = [
    { type: "response.created", response: started },
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] },
    },
    { type: "response.content_part.added", ...place, part: { type: "output_text", text: "", annotations: [] } },
    ...words.map((delta) => ({ type: "response.output_text.delta", ...place, delta })),
    { type: "response.output_text.done", ...place, text },
    { type: "response.content_part.done", ...place, part: { type: "output_text", text, annotations: [] } },
    { type: "response.output_item.done", output_index: 0, item: whole.output[0] },
    { type: "response.completed", response: whole },
  ];
  return numberedFrames(events);
}

function messageFrames(words: readonly string[], tool: boolean): string[] {
  const block = tool
    ? { type: "tool_use", id: "toolu_stub1", name: "get_weather", input: {} }
    : { type: "text", text: "" };
  const deltas = tool
    ? HALVES.map((partial_json) => ({ type: "input_json_delta", partial_json }))
    : words.map((text) => ({ type: "text_delta", text }));
  const start = {
    ...messages("", []),
    content: [],
    stop_reason: null,
    usage: { input_tokens: 11, output_tokens: 1 },
  };
  const events = [
    { type: "message_start", message: start },
    { type: "content_block_start", index: 0, content_block: block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: tool ? "tool_use" : "end_turn", stop_sequence: null },
      usage: { output_tokens: 6 },
    },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

function cohereFrames(words: readonly string[]): string[] {
  const events = [
    { type: "message-start", id: "c1", delta: { message: { role: "assistant", content: [] } } },
    { type: "content-start", index: 0, delta: { message: { content: { type: "text", text: "" } } } },
    ...words.map((text) => ({ type: "content-delta", index: 0, delta: { message: { content: { text } } } })),
    { type: "content-end", index: 0 },
    {
      type: "message-end",
      delta: { finish_reason: "COMPLETE", usage: { tokens: { input_tokens: 11, output_tokens: 6 } } },
    },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

function cohereCallFrames(): string[] {
  const call = (fields: object): object => ({ index: 0, delta: { message: { tool_calls: fields } } });
  const usage = { tokens: { input_tokens: 11, output_tokens: 6 } };
  const events = [
    { type: "message-start", id: "c1", delta: { message: { role: "assistant", content: [], tool_calls: [] } } },
    { type: "tool-plan-delta", delta: { message: { tool_plan: "I will look." } } },
    { type: "tool-call-start", ...call({ ...COHERE_CALL, function: { name: "get_weather", arguments: "" } }) },
    ...HALVES.map((part) => ({ type: "tool-call-delta", ...call({ function: { arguments: part } }) })),
    { type: "tool-call-end", index: 0 },
    { type: "message-end", delta: { finish_reason: "TOOL_CALL", usage } },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}
