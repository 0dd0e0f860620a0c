import { field, isArray, isObject, type Json, text } from "../../../json/json.ts";
import { defined } from "../../defined.ts";
import type { Message, Part } from "../../message.ts";
import { chatMessage } from "../../openai/chat/message.ts";
import { roleOf, textParts } from "../../parts.ts";
import { toolResult } from "../../tool-results.ts";

/** One element of "/messages", or the message of an answer. Calls have arguments that are objects, and no ids. */
export function ollamaMessage(element: Json): Message {
  if (!isObject(element)) return chatMessage(element);
  const role = roleOf(element.role);
  if (role === "tool") return { role, parts: [toolMessage(element)] };
  const { images, thinking, ...rest } = element;
  const message = chatMessage(rest);
  const thought: Part[] = typeof thinking === "string" && thinking !== "" ? [{ type: "thinking", text: thinking }] : [];
  const seen: Part[] = isArray(images) ? images.flatMap(image) : [];
  return { ...message, parts: [...thought, ...message.parts, ...seen] };
}

/** Told by the name of the tool. */
function toolMessage(element: Json): Part {
  const name = text(field(element, "tool_name")) ?? text(field(element, "name"));
  const id = text(field(element, "tool_call_id")) ?? "";
  return toolResult({ id, ...defined({ name }), parts: textParts(text(field(element, "content")) ?? "") });
}

function image(base64: Json): Part[] {
  return typeof base64 === "string" ? [{ type: "media", media: "image", base64 }] : [];
}
