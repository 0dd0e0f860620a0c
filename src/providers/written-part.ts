import type { Json } from "../json/json.ts";
import type { Part } from "./message.ts";

/** Parts of a conversation as an API is given them. */

type Media = Extract<Part, { type: "media" }>;
type Result = Extract<Part, { type: "result" }>;

/** Arguments as the JSON text of an object; free text stands under "input". */
export function argumentsText(args: Json): string {
  return JSON.stringify(argumentsObject(args));
}

export function argumentsObject(args: Json): Json {
  return typeof args === "object" && args !== null && !Array.isArray(args) ? args : { input: args };
}

export function mediaUrl({ url, base64, mimeType }: Media): string | undefined {
  if (url !== undefined) return url;
  return base64 === undefined || mimeType === undefined ? undefined : `data:${mimeType};base64,${base64}`;
}

/** What a result says, its media aside. */
export function resultText({ parts }: Result): string {
  return parts
    .flatMap((part) => {
      if (part.type === "text" || part.type === "refusal") return [part.text];
      return part.type === "other" ? [typeof part.json === "string" ? part.json : JSON.stringify(part.json)] : [];
    })
    .join("\n");
}

/** Ids and names as every API takes them. */
export function plainName(name: string): string {
  return name.replace(/[^\w-]/g, "_").slice(0, 64) || "_";
}
