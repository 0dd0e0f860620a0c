import { field, type Json, text } from "../../../json/json.ts";
import { defined } from "../../defined.ts";
import type { Part } from "../../message.ts";
import { other } from "../../parts.ts";

/** `image` and `document` blocks; their source is base64, a URL, an uploaded file or, for documents, plain text. */
export function mediaBlock(type: "image" | "document", block: Json): Part {
  const media = type === "image" ? "image" : "file";
  const source = field(block, "source");
  const mimeType = text(field(source, "media_type"));
  const name = text(field(block, "title")) ?? text(field(source, "file_id"));
  const data = text(field(source, "data"));
  const url = text(field(source, "url"));
  switch (field(source, "type")) {
    case "base64":
      return data === undefined
        ? other(type, block)
        : { type: "media", media, base64: data, ...defined({ mimeType, name }) };
    case "url":
      return url === undefined ? other(type, block) : { type: "media", media, url, ...defined({ name }) };
    case "file":
      return { type: "media", media, ...defined({ mimeType, name }) };
    case "text":
      return data === undefined ? other(type, block) : { type: "text", text: data };
    default:
      return other(type, block);
  }
}
