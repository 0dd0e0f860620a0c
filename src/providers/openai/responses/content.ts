import { field, isArray, type Json, text } from "../../../json/json.ts";
import { defined } from "../../defined.ts";
import type { Part } from "../../message.ts";
import { mediaFromUrl, other, textParts } from "../../parts.ts";

/** The content of a message, or the output of a tool: a string, or a list of typed parts. */
export function contentParts(content: Json | undefined): Part[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return textParts(content);
  if (!isArray(content)) return [contentPart(content)];
  return content.flatMap((item) => (typeof item === "string" ? textParts(item) : [contentPart(item)]));
}

function contentPart(item: Json): Part {
  const type = text(field(item, "type")) ?? "content";
  switch (type) {
    case "input_text":
    case "output_text":
    case "text":
    case "summary_text":
      return worded("text", item, "text");
    case "reasoning_text":
      return worded("thinking", item, "text");
    case "refusal":
      return worded("refusal", item, "refusal");
    case "input_image":
    case "computer_screenshot":
      return image(item);
    case "input_file":
      return file(item);
    case "input_audio":
      return audio(item);
    default:
      return other(type, item);
  }
}

function worded(type: "text" | "thinking" | "refusal", item: Json, key: string): Part {
  const words = text(field(item, key));
  return words === undefined ? other(type, item) : { type, text: words };
}

function image(item: Json): Part {
  const url = text(field(item, "image_url"));
  const name = text(field(item, "file_id"));
  if (url !== undefined) return mediaFromUrl("image", url);
  return name === undefined ? other("input_image", item) : { type: "media", media: "image", name };
}

function file(item: Json): Part {
  const url = text(field(item, "file_data")) ?? text(field(item, "file_url"));
  const name = text(field(item, "filename")) ?? text(field(item, "file_id"));
  if (url === undefined && name === undefined) return other("input_file", item);
  const content = url === undefined ? undefined : mediaFromUrl("file", url);
  return { type: "media", media: "file", ...content, ...defined({ name }) };
}

function audio(item: Json): Part {
  const source = field(item, "input_audio") ?? item;
  const base64 = text(field(source, "data"));
  const format = text(field(source, "format"));
  if (base64 === undefined) return other("input_audio", item);
  return { type: "media", media: "audio", ...defined({ mimeType: format && `audio/${format}` }), base64 };
}
