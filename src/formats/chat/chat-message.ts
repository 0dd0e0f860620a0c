import { field, isArray, isObject, type Json, type JsonObject, number, text } from "../../json/json.ts";
import { anthropicMessages } from "../../providers/anthropic/messages/dialect.ts";
import type { Dialect, Usage } from "../../providers/dialect.ts";
import { geminiGenerate } from "../../providers/gemini/generate/dialect.ts";
import type { Message } from "../../providers/message.ts";
import { openaiChat } from "../../providers/openai/chat/dialect.ts";
import { timeOf } from "../time-of.ts";

/** One message of an unknown format, by the API whose shape it has. */

const ANTHROPIC_BLOCKS = new Set(["tool_use", "tool_result", "thinking", "redacted_thinking"]);
const OTHER_ROLES: Readonly<Record<string, string>> = {
  human: "user",
  environment: "user",
  ai: "assistant",
  developer: "system",
};

function dialectOf(message: Json): Dialect {
  if (isArray(field(message, "parts"))) return geminiGenerate;
  const content = field(message, "content");
  const blocks = isArray(content) ? content : [];
  const anthropic = blocks.some((block) => {
    const type = text(field(block, "type")) ?? "";
    return ANTHROPIC_BLOCKS.has(type) || (type === "image" && field(block, "source") !== undefined);
  });
  return anthropic ? anthropicMessages : openaiChat;
}

export function readMessage(json: Json): Message {
  return dialectOf(json).message(normal(json));
}

/** The message with the names that the APIs use, where tools have names of their own. */
function normal(json: Json): Json {
  if (!isObject(json)) return json;
  const role = text(field(json, "role")) ?? "";
  const spoken = field(json, "content") ?? text(field(json, "text")) ?? text(field(json, "message"));
  const ids = field(json, "tool_call_ids");
  const id = field(json, "tool_call_id") ?? (isArray(ids) ? ids[0] : undefined);
  return {
    ...json,
    role: OTHER_ROLES[role] ?? role,
    ...(spoken !== undefined && { content: spoken }),
    ...(id !== undefined && { tool_call_id: id }),
  };
}

/** What is known of a call besides its words. */
export interface CallFacts {
  readonly model?: string;
  readonly usage?: Usage;
  readonly cost?: number;
  readonly at?: number;
  readonly durationMs?: number;
}

/** Facts kept in the message or in what a tool puts beside it (`extra` of mini-SWE-agent, `modelInfo` of Cline). */
export function callFacts(message: Json): CallFacts {
  const extra = field(message, "extra");
  const response = field(extra, "response") ?? null;
  const model =
    text(field(message, "model")) ??
    text(field(response, "model")) ??
    text(field(field(message, "modelInfo"), "modelId"));
  const cost = number(field(extra, "cost")) ?? number(field(message, "cost"));
  const at = messageTime(message);
  const usage = usageOf(field(message, "usage") ?? field(response, "usage"));
  return {
    ...(model !== undefined && { model }),
    ...(usage !== undefined && { usage }),
    ...(cost !== undefined && { cost }),
    ...(at !== undefined && { at }),
  };
}

export function messageTime(message: Json): number | undefined {
  const extra = field(message, "extra");
  return timeOf(
    field(message, "timestamp") ?? field(message, "ts") ?? field(extra, "timestamp") ?? field(message, "created_at"),
  );
}

export function usageOf(usage: Json | undefined): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const dialect = field(usage, "input_tokens") === undefined ? openaiChat : anthropicMessages;
  const read = dialect.answer({ role: "assistant", content: [], choices: [], usage }).usage;
  return Object.keys(read).length === 0 ? undefined : read;
}

/** An API's answer kept beside the conversation it belongs to: its message and facts. */
export function siblingAnswer(
  container: JsonObject,
): { readonly message: Json; readonly facts: CallFacts } | undefined {
  const response = field(container, "response") ?? null;
  const choices = field(response, "choices");
  const message = isArray(choices)
    ? field(choices[0], "message")
    : field(response, "role") === "assistant"
      ? response
      : undefined;
  if (!isObject(message)) return undefined;
  const model = text(field(response, "model"));
  const usage = usageOf(field(response, "usage"));
  const cost = number(field(container, "cost"));
  const end = timeOf(field(container, "timestamp"));
  const seconds = number(field(container, "latency_sec"));
  const durationMs = seconds === undefined ? undefined : seconds * 1000;
  const at = end === undefined ? undefined : end - (durationMs ?? 0);
  return {
    message,
    facts: {
      ...(model !== undefined && { model }),
      ...(usage !== undefined && { usage }),
      ...(cost !== undefined && { cost }),
      ...(at !== undefined && { at }),
      ...(durationMs !== undefined && { durationMs }),
    },
  };
}
