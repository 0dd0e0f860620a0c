import { type Json, parse } from "../json/json.ts";
import { defined } from "./defined.ts";
import type { Answer } from "./dialect.ts";
import type { Message, Part, Role } from "./message.ts";

/** Pieces that every dialect makes parts of. */

/** How deep parts within parts are followed; what lies deeper is shown as JSON. */
export const NESTING_LIMIT = 8;

type Media = Extract<Part, { type: "media" }>;

export function other(label: string, json: Json): Part {
  return { type: "other", label, json };
}

/** A text part; none for an empty text. */
export function textParts(text: string): Part[] {
  return text === "" ? [] : [{ type: "text", text }];
}

/** A `data:` URL gives its type and content, any other stays a URL. */
export function mediaFromUrl(media: Media["media"], url: string): Media {
  const comma = url.startsWith("data:") ? url.indexOf(",") : -1;
  const head = comma < 0 ? "" : url.slice("data:".length, comma);
  if (!head.endsWith(";base64")) return { type: "media", media, url };
  const mimeType = head.slice(0, -";base64".length);
  return { type: "media", media, ...(mimeType === "" ? {} : { mimeType }), base64: url.slice(comma + 1) };
}

export function mediaOfMimeType(mimeType: string | undefined): Media["media"] {
  const kind = mimeType?.split("/")[0];
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "file";
}

/** Arguments sent as a JSON string: the value; the string itself where it is no JSON (cut, or free text). */
export function parsedArguments(value: Json | undefined): Json {
  if (typeof value !== "string") return value ?? {};
  if (value.trim() === "") return {};
  const parsed = parse(value);
  return parsed === undefined ? value : parsed;
}

export function roleOf(value: Json | undefined): Role {
  switch (value) {
    case "system":
    case "developer":
      return "system";
    case "assistant":
    case "model":
      return "assistant";
    case "tool":
    case "function":
      return "tool";
    default:
      return "user";
  }
}

export function callsOf(parts: readonly Part[]): Answer["calls"] {
  return parts.flatMap((part) => (part.type === "call" ? [{ id: part.id, name: part.name, args: part.args }] : []));
}

/** The parts of an answer and the calls among them; no message where there are no parts. */
export function spoken(parts: readonly Part[]): Pick<Answer, "message" | "calls"> {
  const message: Message | undefined = parts.length === 0 ? undefined : { role: "assistant", parts };
  return { ...defined({ message }), calls: callsOf(parts) };
}

/** "tool" when a message does nothing but carry results, whatever role its API gives it. */
export function carrier(role: Role, parts: readonly Part[]): Role {
  return parts.length > 0 && parts.every((part) => part.type === "result") ? "tool" : role;
}
