import type { Json, JsonObject } from "../../../json/json.ts";
import { type Message, messageText, type Part } from "../../message.ts";
import type { Composed } from "../../streams/going-on.ts";
import { argumentsText, mediaUrl, resultText } from "../../written-part.ts";

/** A chat request that asks for a stream, usage included, out of messages. */
export function composeChat({ model, system, messages, tools }: Composed): Json {
  return {
    model,
    messages: [...system.map((content) => ({ role: "system", content })), ...messages.flatMap(written)],
    ...(tools.length > 0 && { tools: tools.map(({ schema, ...tool }) => declared({ ...tool, parameters: schema })) }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

function declared(tool: { readonly [key: string]: Json | undefined }): JsonObject {
  const known = Object.entries(tool).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  return { type: "function", function: Object.fromEntries(known) };
}

function written(message: Message): Json[] {
  const { role, parts } = message;
  const results = parts.flatMap((part) =>
    part.type === "result" ? [{ role: "tool", tool_call_id: part.id, content: resultText(part) }] : [],
  );
  if (role === "tool") return results;
  if (role === "assistant") return [...results, ...assistant(message)];
  const content = parts.flatMap(contentPart);
  const isText = content.every(({ type }) => type === "text");
  return content.length === 0 ? results : [...results, { role, content: isText ? messageText(message) : content }];
}

function assistant(message: Message): Json[] {
  const said = message.parts.flatMap((part) => (part.type === "text" || part.type === "refusal" ? [part.text] : []));
  const calls = message.parts.flatMap((part) =>
    part.type === "call"
      ? [{ id: part.id, type: "function", function: { name: part.name, arguments: argumentsText(part.args) } }]
      : [],
  );
  if (said.length === 0 && calls.length === 0) return [];
  const content = said.length === 0 ? null : said.join("\n");
  return [{ role: "assistant", content, ...(calls.length > 0 && { tool_calls: calls }) }];
}

function contentPart(part: Part): JsonObject[] {
  if (part.type === "text") return [{ type: "text", text: part.text }];
  const url = part.type === "media" && part.media === "image" ? mediaUrl(part) : undefined;
  return url === undefined ? [] : [{ type: "image_url", image_url: { url } }];
}
