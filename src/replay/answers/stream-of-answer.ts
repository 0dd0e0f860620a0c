import { field, isArray, isObject, type Json, type JsonObject, text } from "../../json/json.ts";

/**
 * A whole answer as the stream its API would have sent, each text in one piece. Forms from the vendors' references on streaming.
 * Undefined for APIs that are not known here.
 */
export function streamOfAnswer(op: string | undefined, body: Json): string | undefined {
  switch (op) {
    case "openai/chat":
      return `${chatChunks(body).map(data).join("")}data: [DONE]\n\n`;
    case "openai/responses":
      return responseEvents(body).map(named).join("");
    case "anthropic/messages":
      return messageEvents(body).map(named).join("");
    case "gemini/generate":
      return data(body);
    case "cohere/chat":
      return cohereEvents(body).map(named).join("");
    case "ollama/chat":
      return `${ollamaLine(body)}\n`;
    case "ollama/generate":
      return `${JSON.stringify(body)}\n`;
    default:
      return undefined;
  }
}

function data(value: Json): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function named(event: JsonObject): string {
  return `event: ${text(event.type) ?? "message"}\n${data(event)}`;
}

function items(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

function without(value: Json | undefined, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([key]) => !keys.includes(key)));
}

function chatChunks(body: Json): readonly JsonObject[] {
  const base = { ...without(body, "choices", "usage"), object: "chat.completion.chunk" };
  const chunks = items(field(body, "choices")).flatMap((choice, i) => {
    const index = field(choice, "index") ?? i;
    const message = without(field(choice, "message"), "tool_calls");
    const calls = items(field(field(choice, "message"), "tool_calls"));
    const tools = calls.length === 0 ? {} : { tool_calls: calls.map((call, n) => ({ index: n, ...without(call) })) };
    const logprobs = field(choice, "logprobs");
    return [
      {
        ...base,
        choices: [{ index, delta: { ...message, ...tools }, finish_reason: null, ...(logprobs ? { logprobs } : {}) }],
      },
      { ...base, choices: [{ index, delta: {}, finish_reason: field(choice, "finish_reason") ?? "stop" }] },
    ];
  });
  const usage = field(body, "usage");
  return usage === undefined ? chunks : [...chunks, { ...base, choices: [], usage }];
}

function messageEvents(body: Json): readonly JsonObject[] {
  const usage = field(body, "usage");
  const start = { ...without(body), content: [], stop_reason: null, stop_sequence: null };
  const blocks = items(field(body, "content")).flatMap((block, index) => {
    const { empty, deltas } = blockDeltas(block);
    return [
      { type: "content_block_start", index, content_block: empty },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ];
  });
  const ending = {
    stop_reason: field(body, "stop_reason") ?? null,
    stop_sequence: field(body, "stop_sequence") ?? null,
  };
  return [
    { type: "message_start", message: start },
    ...blocks,
    { type: "message_delta", delta: ending, usage: usage ?? { output_tokens: 0 } },
    { type: "message_stop" },
  ];
}

/** A block as it begins, and what makes it whole. Kinds that do not grow come at once. */
function blockDeltas(block: Json): { readonly empty: Json; readonly deltas: readonly JsonObject[] } {
  const type = field(block, "type");
  if (type === "text") {
    const said = field(block, "text") ?? "";
    return { empty: { ...without(block), text: "" }, deltas: [{ type: "text_delta", text: said }] };
  }
  if (type === "thinking") {
    const signature = field(block, "signature");
    const signed = signature === undefined ? [] : [{ type: "signature_delta", signature }];
    const thought = { type: "thinking_delta", thinking: field(block, "thinking") ?? "" };
    return { empty: { ...without(block), thinking: "", signature: "" }, deltas: [thought, ...signed] };
  }
  const input = field(block, "input");
  if (input === undefined) return { empty: block, deltas: [] };
  const partial = { type: "input_json_delta", partial_json: JSON.stringify(input) };
  return { empty: { ...without(block), input: {} }, deltas: [partial] };
}

function responseEvents(body: Json): readonly JsonObject[] {
  const started = { ...without(body, "usage"), status: "in_progress", output: [] };
  const outputs = items(field(body, "output")).flatMap((item, i) => itemEvents(item, i));
  const status = text(field(body, "status")) ?? "completed";
  const last = ["completed", "incomplete", "failed"].includes(status) ? status : "completed";
  const events = [
    { type: "response.created", response: started },
    { type: "response.in_progress", response: started },
    ...outputs,
    { type: `response.${last}`, response: body },
  ];
  return events.map((event, number) => ({ ...event, sequence_number: number }));
}

function itemEvents(item: Json, index: number): readonly (JsonObject & { readonly type: string })[] {
  const place = { output_index: index, item_id: field(item, "id") ?? `item_${index}` };
  const added = { type: "response.output_item.added", output_index: index, item: openItem(item) };
  const done = { type: "response.output_item.done", output_index: index, item };
  const args = field(item, "arguments");
  if (field(item, "type") === "function_call" && args !== undefined) {
    const call = "response.function_call_arguments";
    return [
      added,
      { type: `${call}.delta`, ...place, delta: args },
      { type: `${call}.done`, ...place, arguments: args },
      done,
    ];
  }
  const parts = field(item, "type") === "message" ? items(field(item, "content")) : [];
  return [added, ...parts.flatMap((part, n) => partEvents(part, { ...place, content_index: n })), done];
}

function openItem(item: Json): Json {
  const type = field(item, "type");
  if (type === "message") return { ...without(item), status: "in_progress", content: [] };
  return type === "function_call" ? { ...without(item), status: "in_progress", arguments: "" } : item;
}

function partEvents(part: Json, place: JsonObject): readonly (JsonObject & { readonly type: string })[] {
  const added = "response.content_part.added";
  const done = { type: "response.content_part.done", ...place, part };
  const said = field(part, "text");
  if (said === undefined) return [{ type: added, ...place, part }, done];
  return [
    { type: added, ...place, part: { ...without(part), text: "" } },
    { type: "response.output_text.delta", ...place, delta: said },
    { type: "response.output_text.done", ...place, text: said },
    done,
  ];
}

function cohereEvents(body: Json): readonly JsonObject[] {
  const said = field(body, "message");
  const plan = field(said, "tool_plan");
  const parts = items(field(said, "content")).flatMap((part, index) => {
    const delta = (content: Json): JsonObject => ({ message: { content } });
    const key = ["text", "thinking"].find((each) => text(field(part, each)) !== undefined);
    const grown = key === undefined ? [] : [delta({ [key]: field(part, key) ?? "" })];
    return [
      { type: "content-start", index, delta: delta(key === undefined ? part : { ...without(part), [key]: "" }) },
      ...grown.map((each) => ({ type: "content-delta", index, delta: each })),
      { type: "content-end", index },
    ];
  });
  const citations = items(field(said, "citations")).flatMap((citation, index) => [
    { type: "citation-start", index, delta: { message: { citations: citation } } },
    { type: "citation-end", index },
  ]);
  return [
    { type: "message-start", ...idOf(body), delta: { message: { role: "assistant", content: [], tool_calls: [] } } },
    ...(plan === undefined ? [] : [{ type: "tool-plan-delta", delta: { message: { tool_plan: plan } } }]),
    ...items(field(said, "tool_calls")).flatMap(cohereCall),
    ...parts,
    ...citations,
    { type: "message-end", ...idOf(body), delta: without(body, "id", "message") },
  ];
}

function idOf(body: Json): JsonObject {
  const id = field(body, "id");
  return id === undefined ? {} : { id };
}

function cohereCall(call: Json, index: number): readonly JsonObject[] {
  const inner = field(call, "function");
  const piece = (fields: Json): JsonObject => ({ index, delta: { message: { tool_calls: fields } } });
  const given = field(inner, "arguments") ?? "";
  return [
    { type: "tool-call-start", ...piece({ ...without(call), function: { ...without(inner), arguments: "" } }) },
    { type: "tool-call-delta", ...piece({ function: { arguments: given } }) },
    { type: "tool-call-end", index },
  ];
}

/** What an answer says may stand on the line that ends it. */
function ollamaLine(body: Json): string {
  const failed = field(body, "error") !== undefined;
  return JSON.stringify(failed ? body : { ...without(body), done: true });
}
