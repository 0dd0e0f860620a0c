import { field, isArray, type Json, type JsonObject, text } from "../../../json/json.ts";
import type { Part } from "../../message.ts";
import { other } from "../../parts.ts";

/** Thinking beside the content: `reasoning_content` (DeepSeek, xAI and others), `reasoning` (Groq, OpenRouter), `reasoning_details` (OpenRouter). */
export function reasoningParts(message: JsonObject): Part[] {
  const plain = text(field(message, "reasoning_content")) || text(field(message, "reasoning")) || "";
  const details = field(message, "reasoning_details");
  const parts = isArray(details) ? details.map(detail) : [];
  // OpenRouter sends the same words in both places; the details also tell what is signed.
  if (parts.some((part) => part.type === "thinking" && part.text !== "")) return parts;
  return plain === "" ? parts : [{ type: "thinking", text: plain }, ...parts];
}

function detail(value: Json): Part {
  const type = text(field(value, "type")) ?? "reasoning_details";
  const words = text(field(value, "text")) ?? text(field(value, "summary"));
  const sealed = text(field(value, "signature")) ?? text(field(value, "data"));
  if (words === undefined && sealed === undefined) return other(type, value);
  return { type: "thinking", text: words ?? "", ...(sealed === undefined ? {} : { signed: true }) };
}
