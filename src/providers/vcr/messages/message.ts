import { field, isArray, isObject, type Json, text } from "../../../json/json.ts";
import { defined } from "../../defined.ts";
import type { Message, Part, Role } from "../../message.ts";
import { toolResult } from "../../tool-results.ts";

/** Results inside results beyond this depth are shown as JSON. */
const DEEPEST = 20;
const ROLES: readonly Role[] = ["system", "user", "assistant", "tool"];
const MEDIA = ["image", "audio", "video", "file"] as const;

/** A message in the one form of message.ts, as it was written; anything else is kept as a part of its own. */
export function plainMessage(element: Json): Message {
  const role = ROLES.find((each) => each === field(element, "role"));
  const parts = field(element, "parts");
  if (role === undefined || !isArray(parts)) return { role: "user", parts: [other(element)] };
  return { role, parts: parts.map((part) => plainPart(part, 0)), ...defined({ name: text(field(element, "name")) }) };
}

function plainPart(part: Json, depth: number): Part {
  const words = text(field(part, "text"));
  const name = text(field(part, "name"));
  switch (field(part, "type")) {
    case "text":
      return words === undefined ? other(part) : { type: "text", text: words };
    case "refusal":
      return words === undefined ? other(part) : { type: "refusal", text: words };
    case "thinking":
      return words === undefined
        ? other(part)
        : { type: "thinking", text: words, ...(field(part, "signed") === true && { signed: true }) };
    case "call":
      return name === undefined
        ? other(part)
        : { type: "call", id: text(field(part, "id")) ?? "", name, args: field(part, "args") ?? null };
    case "result":
      return resultPart(part, name, depth);
    case "media":
      return mediaPart(part, name);
    default:
      return other(part);
  }
}

function resultPart(part: Json, name: string | undefined, depth: number): Part {
  const parts = field(part, "parts");
  if (!isArray(parts) || depth >= DEEPEST) return other(part);
  const flag = field(part, "isError");
  return toolResult({
    id: text(field(part, "id")) ?? "",
    parts: parts.map((each) => plainPart(each, depth + 1)),
    ...defined({ name }),
    failed: typeof flag === "boolean" ? flag : undefined,
  });
}

function mediaPart(part: Json, name: string | undefined): Part {
  const media = MEDIA.find((each) => each === field(part, "media"));
  if (media === undefined) return other(part);
  const [mimeType, base64, url] = ["mimeType", "base64", "url"].map((key) => text(field(part, key)));
  return { type: "media", media, ...defined({ mimeType, base64, url, name }) };
}

/** A part that says of itself that it is another's is shown as that one was. */
function other(part: Json): Part {
  const label = text(field(part, "label"));
  const json = field(part, "json");
  if (field(part, "type") === "other" && label !== undefined && json !== undefined)
    return { type: "other", label, json };
  return { type: "other", label: isObject(part) ? (text(field(part, "type")) ?? "part") : "part", json: part };
}
