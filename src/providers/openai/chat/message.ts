import { field, isArray, isObject, type Json, type JsonObject, text } from "../../../json/json.ts";
import { defined } from "../../defined.ts";
import type { Message, Part } from "../../message.ts";
import { other, parsedArguments, roleOf, textParts } from "../../parts.ts";
import { toolResult } from "../../tool-results.ts";
import { contentParts } from "./content.ts";
import { reasoningParts } from "./reasoning.ts";

/** Fields of a message that are read below, or that say nothing a reader of the conversation needs. */
const READ = new Set([
  ...["role", "name", "content", "refusal", "tool_calls", "function_call", "tool_call_id", "audio", "images"],
  ...["reasoning", "reasoning_content", "reasoning_details", "cache_control", "index", "id"],
]);

/** One element of "/messages", or the message of a choice. */
export function chatMessage(element: Json): Message {
  if (!isObject(element)) return { role: "user", parts: contentParts(element) };
  const role = roleOf(field(element, "role"));
  const name = text(field(element, "name"));
  if (role === "tool") return { role, ...defined({ name }), parts: [toolMessage(element)] };
  const parts = [
    ...reasoningParts(element),
    ...contentParts(field(element, "content")),
    ...refusal(field(element, "refusal")),
    ...calls(element),
    ...extras(element),
  ];
  return { role, ...defined({ name }), parts };
}

/** Role "tool"; the older role "function" has a name and no id. */
function toolMessage(element: JsonObject): Part {
  const name = text(field(element, "name"));
  const parts = contentParts(field(element, "content"));
  return toolResult({ id: text(field(element, "tool_call_id")) ?? "", ...defined({ name }), parts });
}

function refusal(value: Json | undefined): Part[] {
  return typeof value === "string" && value !== "" ? [{ type: "refusal", text: value }] : [];
}

function calls(element: JsonObject): Part[] {
  const list = field(element, "tool_calls");
  const parts = isArray(list) ? list.map(call) : [];
  const legacy = field(element, "function_call");
  return isObject(legacy) ? [...parts, call({ function: legacy })] : parts;
}

/** Function tools carry `function.arguments`, custom tools `custom.input` (free text). */
function call(value: Json): Part {
  const custom = field(value, "custom");
  const inner = field(value, "function") ?? custom;
  const name = text(field(inner, "name"));
  if (name === undefined) return other(text(field(value, "type")) ?? "tool_call", value);
  const args = custom === undefined ? parsedArguments(field(inner, "arguments")) : (field(inner, "input") ?? "");
  return { type: "call", id: text(field(value, "id")) ?? "", name, args };
}

function extras(element: JsonObject): Part[] {
  const unread = Object.entries(element).filter(
    ([key, value]) => !READ.has(key) && value !== null && !(isArray(value) && value.length === 0),
  );
  return [
    ...audio(field(element, "audio")),
    ...contentParts(field(element, "images")),
    ...unread.map(([key, value]) => other(key, value)),
  ];
}

/** Spoken answers: the sound and what it says. A request refers to an earlier one by its id alone. */
function audio(value: Json | undefined): Part[] {
  if (!isObject(value)) return [];
  const base64 = text(field(value, "data"));
  const name = text(field(value, "id"));
  return [
    { type: "media", media: "audio", ...defined({ base64, name }) },
    ...textParts(text(field(value, "transcript")) ?? ""),
  ];
}
