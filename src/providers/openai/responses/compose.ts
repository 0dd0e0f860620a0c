import type { Json, JsonObject } from "../../../json/json.ts";
import type { Message, Part } from "../../message.ts";
import type { Composed } from "../../streams/going-on.ts";
import { argumentsText, mediaUrl, resultText } from "../../written-part.ts";

/** A Responses request that asks for a stream, out of messages; nothing of it is kept by the provider. */
export function composeResponses({ model, system, messages, tools }: Composed): Json {
  return {
    model,
    ...(system.length > 0 && { instructions: system.join("\n\n") }),
    input: messages.flatMap((message) => message.parts.flatMap((part) => written(message, part))),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => ({
        type: "function",
        name,
        ...(description !== undefined && { description }),
        parameters: schema ?? null,
        strict: false,
      })),
    }),
    store: false,
    stream: true,
  };
}

function written({ role }: Message, part: Part): JsonObject[] {
  switch (part.type) {
    case "text":
    case "refusal":
      return [{ type: "message", role: role === "tool" ? "user" : role, content: [said(role, part.text)] }];
    case "call":
      return [{ type: "function_call", call_id: part.id, name: part.name, arguments: argumentsText(part.args) }];
    case "result":
      return [{ type: "function_call_output", call_id: part.id, output: resultText(part) }];
    case "media": {
      const url = part.media === "image" && role === "user" ? mediaUrl(part) : undefined;
      if (url === undefined) return [];
      return [{ type: "message", role, content: [{ type: "input_image", image_url: url, detail: "auto" }] }];
    }
    default:
      return [];
  }
}

function said(role: Message["role"], text: string): JsonObject {
  return { type: role === "assistant" ? "output_text" : "input_text", text };
}
