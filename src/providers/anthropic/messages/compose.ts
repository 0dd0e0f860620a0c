import type { Json, JsonObject } from "../../../json/json.ts";
import type { Message, Part } from "../../message.ts";
import type { Composed } from "../../streams/going-on.ts";
import { argumentsObject } from "../../written-part.ts";

/** What an answer may have; the first models take no more than the smaller one. */
const MOST_TOKENS = 8192;
const MOST_TOKENS_OF_3 = 4096;

/** A Messages request that asks for a stream, out of messages. Thinking is left out: its signatures are not known. */
export function composeAnthropic(conversation: Composed): Json {
  const { model, system, messages } = conversation;
  return {
    model,
    max_tokens: /claude-3-(?:haiku|opus|sonnet)/.test(model) ? MOST_TOKENS_OF_3 : MOST_TOKENS,
    ...(system.length > 0 && { system: system.map((text) => ({ type: "text", text })) }),
    messages: messages.flatMap(written),
    ...toolsOf(conversation),
    stream: true,
  };
}

/** A conversation with tools in it is refused without tools: then they stand there by their names, not to be called. */
function toolsOf({ tools, messages }: Composed): JsonObject {
  if (tools.length > 0)
    return {
      tools: tools.map(({ name, description, schema }) => ({
        name,
        ...(description !== undefined && { description }),
        input_schema: schema ?? { type: "object" },
      })),
    };
  const called = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "call" ? [part.name] : [])));
  if (called.length === 0) return {};
  const names = [...new Set(called)].sort();
  return {
    tools: names.map((name) => ({ name, input_schema: { type: "object" } })),
    tool_choice: { type: "none" },
  };
}

function written({ role, parts }: Message): JsonObject[] {
  const content = parts.flatMap((part) => block(part, role));
  return content.length === 0 ? [] : [{ role: role === "assistant" ? "assistant" : "user", content }];
}

function block(part: Part, role: Message["role"]): JsonObject[] {
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
    case "call":
      return [{ type: "tool_use", id: part.id, name: part.name, input: argumentsObject(part.args) }];
    case "result": {
      const content = part.parts.flatMap((each) => block(each, "user"));
      return [{ type: "tool_result", tool_use_id: part.id, content, ...(part.isError === true && { is_error: true }) }];
    }
    case "other":
      return [{ type: "text", text: typeof part.json === "string" ? part.json : JSON.stringify(part.json) }];
    case "media":
      return role === "assistant" ? [] : media(part);
    default:
      return [];
  }
}

function media({ media: kind, base64, url, mimeType }: Extract<Part, { type: "media" }>): JsonObject[] {
  const type = kind === "image" ? "image" : mimeType === "application/pdf" ? "document" : undefined;
  if (type === undefined) return [];
  if (base64 !== undefined && mimeType !== undefined)
    return [{ type, source: { type: "base64", media_type: mimeType, data: base64 } }];
  return url === undefined ? [] : [{ type, source: { type: "url", url } }];
}
