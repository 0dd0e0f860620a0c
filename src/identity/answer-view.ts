import { field, isArray, isObject, type Json } from "../json/json.ts";

/**
 * The part of a response that is the answer; the rest of it (ids, times, usage) is different each time. Pointers into
 * an answer begin here: "/tool_calls/0/function/arguments" for OpenAI's chat, "/content/0/text" for Anthropic.
 */
export function answerView(op: string | undefined, response: Json): Json {
  switch (op) {
    case "openai/chat":
      return chatView(response);
    case "anthropic/messages":
      return picked(response, ["content", "stop_reason", "error"]);
    case "openai/responses":
      return picked(response, ["output", "status", "incomplete_details", "error"]);
    case "gemini/generate":
      return geminiView(response);
    default:
      return response;
  }
}

/** A response that a dialect can read, made of its answer view. */
export function responseOfView(op: string | undefined, view: Json): Json {
  return op === "openai/chat" && isObject(view) && "role" in view ? { choices: [{ message: view }] } : view;
}

function chatView(response: Json): Json {
  const choices = field(response, "choices");
  const message = isArray(choices) && choices.length === 1 ? field(choices[0], "message") : undefined;
  return isObject(message) ? message : picked(response, ["choices", "error"]);
}

function geminiView(response: Json): Json {
  const view = picked(response, ["candidates", "promptFeedback", "error"]);
  const candidates = field(view, "candidates");
  if (!isObject(view) || !isArray(candidates)) return view;
  return { ...view, candidates: candidates.map((each) => picked(each, ["content", "finishReason"])) };
}

/** The members named, or the whole where it has none of them. */
function picked(value: Json, keys: readonly string[]): Json {
  if (!isObject(value)) return value;
  const own = keys.filter((key) => Object.hasOwn(value, key) && value[key] !== null && value[key] !== undefined);
  return own.length === 0 ? value : Object.fromEntries(own.map((key) => [key, value[key] ?? null]));
}
