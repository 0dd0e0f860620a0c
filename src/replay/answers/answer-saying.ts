import type { Json } from "../../json/json.ts";

/**
 * An answer that says `said`, as the API would have put it, with nothing counted: nothing was called. Forms from the vendors' references.
 * Undefined for APIs that are not known here.
 */
export function answerSaying(op: string | undefined, said: string, of: { readonly model: string }): Json | undefined {
  const { model } = of;
  switch (op) {
    case "openai/chat":
      return {
        ...{ id: "chatcmpl-vcr", object: "chat.completion", created: now(), model },
        choices: [
          {
            index: 0,
            message: { role: "assistant", content: said, refusal: null },
            logprobs: null,
            finish_reason: "stop",
          },
        ],
        usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      };
    case "openai/responses":
      return responseSaying(said, model);
    case "anthropic/messages":
      return {
        ...{ id: "msg_vcr", type: "message", role: "assistant", model, content: [{ type: "text", text: said }] },
        ...{ stop_reason: "end_turn", stop_sequence: null, usage: { input_tokens: 0, output_tokens: 0 } },
      };
    case "gemini/generate":
      return {
        candidates: [{ content: { role: "model", parts: [{ text: said }] }, finishReason: "STOP", index: 0 }],
        usageMetadata: { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 },
        modelVersion: model,
      };
    default:
      return otherSaying(op, said, model);
  }
}

function responseSaying(said: string, model: string): Json {
  const content = [{ type: "output_text", text: said, annotations: [] }];
  return {
    ...{ id: "resp_vcr", object: "response", created_at: now(), status: "completed", model },
    ...{ error: null, incomplete_details: null, instructions: null, metadata: {}, parallel_tool_calls: true },
    ...{ temperature: null, tool_choice: "auto", tools: [], top_p: null },
    output: [{ type: "message", id: "msg_vcr", status: "completed", role: "assistant", content }],
    usage: {
      input_tokens: 0,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 0,
    },
  };
}

function otherSaying(op: string | undefined, said: string, model: string): Json | undefined {
  const done = { done: true, done_reason: "stop", prompt_eval_count: 0, eval_count: 0 };
  switch (op) {
    case "ollama/chat":
      return { model, created_at: new Date().toISOString(), message: { role: "assistant", content: said }, ...done };
    case "ollama/generate":
      return { model, created_at: new Date().toISOString(), response: said, ...done };
    case "cohere/chat":
      return {
        id: "vcr",
        finish_reason: "COMPLETE",
        message: { role: "assistant", content: [{ type: "text", text: said }] },
        usage: { billed_units: { input_tokens: 0, output_tokens: 0 }, tokens: { input_tokens: 0, output_tokens: 0 } },
      };
    default:
      return undefined;
  }
}

/** Seconds since the epoch. */
function now(): number {
  return Math.floor(Date.now() / 1000);
}
