import { field, isArray, type Json, type JsonObject, text } from "../../../json/json.ts";
import { defined } from "../../defined.ts";
import type { Part } from "../../message.ts";
import { other, parsedArguments, textParts } from "../../parts.ts";
import { toolResult } from "../../tool-results.ts";

/** Fields that describe an item rather than what it asks for. */
const FRAME = new Set([
  "type",
  "id",
  "call_id",
  "status",
  "output",
  "outputs",
  "results",
  "result",
  "error",
  "name",
  "created_by",
]);

/**
 * Items whose type ends in `_call`. Those with a `call_id` are run by the client, which answers with an item of its own;
 * the others were run by OpenAI, and carry what came of them.
 */
export function callParts(type: string, item: JsonObject): Part[] {
  const callId = text(field(item, "call_id"));
  const id = callId ?? text(field(item, "id"));
  if (id === undefined) return [other(type, item)];
  const name = text(field(item, "name")) ?? type.replace(/_call$/, "");
  const call: Part = { type: "call", id, name, args: argumentsOf(item) };
  const result = callId === undefined ? serverResult(id, name, item) : undefined;
  return result === undefined ? [call] : [call, result];
}

/** `arguments` (JSON text) of functions and MCP tools, `input` (free text) of custom tools, else what the item has of its own. */
function argumentsOf(item: JsonObject): Json {
  const given = field(item, "arguments");
  if (given !== undefined) return parsedArguments(given);
  const own = Object.fromEntries(Object.entries(item).filter(([key, value]) => !FRAME.has(key) && value !== null));
  return field(item, "input") ?? field(item, "action") ?? own;
}

function serverResult(id: string, name: string, item: JsonObject): Part | undefined {
  const status = text(field(item, "status"));
  const error = field(item, "error");
  const failed = status === "failed" || (error !== undefined && error !== null);
  const parts = [...resultParts(item), ...(failed && error ? errorParts(error) : [])];
  if (parts.length === 0 && status !== "completed" && !failed) return undefined;
  return toolResult({ id, name, parts, failed: failed || undefined });
}

function resultParts(item: JsonObject): Part[] {
  const image = text(field(item, "result"));
  if (image !== undefined) {
    const format = text(field(item, "output_format"));
    return [{ type: "media", media: "image", ...defined({ mimeType: format && `image/${format}` }), base64: image }];
  }
  const value = field(item, "output") ?? field(item, "outputs") ?? field(item, "results");
  if (value === undefined || value === null || (isArray(value) && value.length === 0)) return [];
  return typeof value === "string" ? textParts(value) : [other("output", value)];
}

function errorParts(error: Json): Part[] {
  return [typeof error === "string" ? { type: "text", text: error } : other("error", error)];
}
