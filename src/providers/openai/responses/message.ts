import { field, isArray, isObject, type Json, text } from "../../../json/json.ts";
import { defined } from "../../defined.ts";
import type { Message, Part } from "../../message.ts";
import { other, roleOf } from "../../parts.ts";
import { toolResult } from "../../tool-results.ts";
import { callParts } from "./call.ts";
import { contentParts } from "./content.ts";

/** One item of "/input" or of an answer's "/output"; "/input" as a string is a user message. */
export function responsesMessage(element: Json): Message {
  const type = text(field(element, "type"));
  if (!isObject(element)) return { role: "user", parts: contentParts(element) };
  if (type === "message" || (type === undefined && field(element, "role") !== undefined)) {
    return { role: roleOf(field(element, "role")), parts: contentParts(field(element, "content")) };
  }
  if (type === "reasoning") return { role: "assistant", parts: [reasoning(element)] };
  if (type?.endsWith("_call_output")) return { role: "tool", parts: [output(type, element)] };
  if (type?.endsWith("_call")) return { role: "assistant", parts: callParts(type, element) };
  return { role: "assistant", parts: [other(type ?? "item", element)] };
}

/** Summaries and, where a server shows it, the reasoning itself. What is encrypted is for the model alone. */
function reasoning(item: Json): Part {
  const sealed = field(item, "encrypted_content");
  const words = [...texts(field(item, "summary")), ...texts(field(item, "content"))].join("\n\n");
  const signed = typeof sealed === "string" && sealed !== "";
  return { type: "thinking", text: words, ...(signed ? { signed } : {}) };
}

function texts(list: Json | undefined): string[] {
  return isArray(list) ? list.map((part) => text(field(part, "text")) ?? "").filter((words) => words !== "") : [];
}

/** Results of all tools the client runs: function, custom, computer, shell, apply_patch. */
function output(type: string, item: Json): Part {
  const id = text(field(item, "call_id")) ?? text(field(item, "id"));
  if (id === undefined) return other(type, item);
  const value = field(item, "output");
  const failed = field(item, "status") === "failed" || field(item, "status") === "incomplete";
  return toolResult({
    id,
    ...defined({ name: text(field(item, "name")) }),
    parts: contentParts(value),
    failed: failed || undefined,
  });
}
