import { field, parse, text } from "../../json/json.ts";
import type { ReadRequest } from "../../record/request/asked.ts";
import type { AnswerForm } from "../hold/agent-line.ts";

/** APIs without a dialect whose whole answers are JSON. */
const JSON_OPS = /^(?:mcp|ranking|cohere\/.*|openai\/completions|vertex\/predict)$/;

/** The form of the answer that a request asks for; undefined: none that bytes could be put before. */
export function answerForm(read: ReadRequest, path: string): AnswerForm | undefined {
  const { call, split, bytes } = read;
  const { op = "", kind } = call;
  if (op === "gemini/generate") return /:stream/i.test(path) && /[?&]alt=sse\b/i.test(path) ? "sse" : "json";
  const stream = field(split?.frame ?? parse(Buffer.from(bytes).toString()), "stream");
  if (op.startsWith("ollama/")) return stream === false ? "json" : "ndjson";
  const known = call.dialect !== undefined || JSON_OPS.test(op) || kind === "memory";
  if (!known) return undefined;
  return stream === true ? "sse" : "json";
}

/** Gemini's streams without server-sent events are arrays of JSON. */
export function isJsonArray(op: string | undefined, path: string): boolean {
  return op === "gemini/generate" && /:stream/i.test(path) && !/[?&]alt=sse\b/i.test(path);
}

/** The model that a request names, for answers made up here. */
export function modelOf({ call, split }: ReadRequest): string {
  return text(field(split?.frame, "model")) ?? call.name;
}
