import { field, isArray, isObject, type Json, text } from "../../../json/json.ts";
import type { Part } from "../../message.ts";
import { NESTING_LIMIT, other, textParts } from "../../parts.ts";
import { toolResult } from "../../tool-results.ts";
import { mediaBlock } from "./media-block.ts";

/** The parts of a content: a string, one block, or a list of blocks. */
export function blockParts(content: Json | undefined, depth = 0): Part[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return textParts(content);
  if (!isArray(content)) return blockPart(content, depth);
  return content.flatMap((block) => (typeof block === "string" ? textParts(block) : blockPart(block, depth)));
}

function blockPart(block: Json, depth: number): Part[] {
  const type = text(field(block, "type")) ?? "block";
  switch (type) {
    case "text": {
      const words = text(field(block, "text"));
      return words === undefined ? [other(type, block)] : textParts(words);
    }
    case "thinking":
    case "redacted_thinking":
      return [thinking(block)];
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return [call(type, block)];
    case "image":
    case "document":
      return [mediaBlock(type, block)];
    default:
      return type.endsWith("tool_result") ? [result(block, depth)] : [other(type, block)];
  }
}

/** Redacted thinking is data only the model can read. */
function thinking(block: Json): Part {
  const signed = [field(block, "signature"), field(block, "data")].some(
    (seal) => typeof seal === "string" && seal !== "",
  );
  return { type: "thinking", text: text(field(block, "thinking")) ?? "", ...(signed ? { signed } : {}) };
}

function call(type: string, block: Json): Part {
  const name = text(field(block, "name"));
  if (name === undefined) return other(type, block);
  return { type: "call", id: text(field(block, "id")) ?? "", name, args: field(block, "input") ?? {} };
}

/** `tool_result`, and the results of tools that Anthropic runs (`web_search_tool_result`, ...), whose content may be an error object. */
function result(block: Json, depth: number): Part {
  const id = text(field(block, "tool_use_id"));
  if (id === undefined || depth >= NESTING_LIMIT) return other(text(field(block, "type")) ?? "tool_result", block);
  const content = field(block, "content");
  const failed = isObject(content) && text(field(content, "type"))?.endsWith("_error") === true;
  const flag = field(block, "is_error");
  return toolResult({
    id,
    parts: blockParts(content, depth + 1),
    failed: failed || (typeof flag === "boolean" ? flag : undefined),
  });
}
