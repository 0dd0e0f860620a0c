import { field, isArray, type Json, text } from "../../../json/json.ts";
import { defined } from "../../defined.ts";
import type { Part } from "../../message.ts";
import { mediaFromUrl, other, textParts } from "../../parts.ts";

/** The `content` of a chat message: a string, or a list of typed parts. */
export function contentParts(content: Json | undefined): Part[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return textParts(content);
  if (!isArray(content)) return [contentPart(content)];
  return content.flatMap((item) => (typeof item === "string" ? textParts(item) : [contentPart(item)]));
}

function contentPart(item: Json): Part {
  const type = text(field(item, "type"));
  const words = text(field(item, "text"));
  switch (type) {
    case "text":
    case "input_text":
    case "output_text":
      return words === undefined ? other(type, item) : { type: "text", text: words };
    case "image_url":
      return linked("image", item, "image_url");
    case "video_url":
      return linked("video", item, "video_url");
    case "input_audio":
      return sound(item);
    case "file":
      return file(item);
    case "refusal": {
      const refusal = text(field(item, "refusal"));
      return refusal === undefined ? other(type, item) : { type: "refusal", text: refusal };
    }
    case "thinking":
      return thinking(item);
    default:
      return other(type ?? "content", item);
  }
}

/** `{image_url: {url}}`; some servers take `{image_url: "url"}`. */
function linked(media: "image" | "video", item: Json, key: string): Part {
  const url = text(field(item, key)) ?? text(field(field(item, key), "url"));
  return url === undefined ? other(key, item) : mediaFromUrl(media, url);
}

function sound(item: Json): Part {
  const audio = field(item, "input_audio");
  const base64 = text(field(audio, "data"));
  if (base64 === undefined) return other("input_audio", item);
  const format = text(field(audio, "format"));
  return { type: "media", media: "audio", ...defined({ mimeType: format && `audio/${format}` }), base64 };
}

function file(item: Json): Part {
  const inner = field(item, "file");
  const data = text(field(inner, "file_data"));
  const name = text(field(inner, "filename")) ?? text(field(inner, "file_id"));
  if (data === undefined && name === undefined) return other("file", item);
  const content = data === undefined ? undefined : mediaFromUrl("file", data);
  return { type: "media", media: "file", ...content, ...defined({ name }) };
}

/** Mistral: `{type: "thinking", thinking: [{type: "text", text}]}`. */
function thinking(item: Json): Part {
  const inner = field(item, "thinking");
  if (typeof inner === "string") return { type: "thinking", text: inner };
  if (!isArray(inner)) return other("thinking", item);
  return { type: "thinking", text: inner.map((each) => text(field(each, "text")) ?? "").join("") };
}
