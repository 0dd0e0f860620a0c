import type { Json } from "../json/json.ts";

/** A conversation in the one form that screens show, whatever API it was spoken over. */
export type Role = "system" | "user" | "assistant" | "tool";

export type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string; readonly signed?: boolean }
  /** `id` is "" where the API gives none, here and in results: call-ids.ts numbers them over a conversation. */
  | { readonly type: "call"; readonly id: string; readonly name: string; readonly args: Json }
  | {
      readonly type: "result";
      readonly id: string;
      readonly name?: string;
      readonly parts: readonly Part[];
      readonly isError?: boolean;
    }
  | {
      readonly type: "media";
      readonly media: "image" | "audio" | "video" | "file";
      readonly mimeType?: string;
      readonly base64?: string;
      readonly url?: string;
      readonly name?: string;
    }
  | { readonly type: "refusal"; readonly text: string }
  /** Anything a dialect does not know: shown as JSON, never dropped. */
  | { readonly type: "other"; readonly label: string; readonly json: Json };

export interface Message {
  readonly role: Role;
  readonly parts: readonly Part[];
  /** Name of the speaker where given (a sub-agent, a function). */
  readonly name?: string;
}

/** Plain text of a message's text parts, joined by newlines. */
export function messageText(message: Message): string {
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
