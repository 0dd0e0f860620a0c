import { field, isArray, type Json, parse, text } from "../../json/json.ts";
import type { Part } from "../../providers/message.ts";
import type { OpenedRun } from "../opened-run.ts";
import { embeddingOf, vectorsText } from "../step/embedding.ts";
import {
  answerLine,
  argumentsLine,
  compact,
  firstWords,
  messageLine,
  partsText,
  streamLine,
  valueLine,
} from "./what.ts";

/** The `what` column of row i. Reads no more than the row's own answer, or a tool's arguments and error. */
export function summary(run: OpenedRun, i: number): string {
  const row = run.row(i);
  const damage = run.damageAt(i);
  if (damage) return `line ${damage.line}, byte ${damage.offset}: ${damage.expected}`;
  switch (row.kind) {
    case "llm":
      return llmLine(run, i, row.status);
    case "tool":
      return toolLine(run, i);
    case "message": {
      const own = run.message(i);
      return own ? messageLine(own) : bodyLine(run, i);
    }
    case "memory":
      return embeddingLine(run, i) ?? bodyLine(run, i);
    case "http":
      return row.httpStatus === undefined ? bodyLine(run, i) : `${row.httpStatus} ${bodyLine(run, i)}`.trim();
    default:
      return bodyLine(run, i);
  }
}

function llmLine(run: OpenedRun, i: number, status: string): string {
  const answer = run.exchange(i).answer;
  const line = answerLine(answer);
  if (line !== "") return line;
  if (status === "pending") return "no answer yet";
  const { error, response } = run.body(i);
  if (error) return firstWords(error.message);
  // No dialect reads what a wrapped function gives.
  if (answer || !response) return "";
  return response.json === undefined ? streamLine(response.text ?? "") : valueLine(response.json);
}

function toolLine(run: OpenedRun, i: number): string {
  const { args, result, isError } = run.tool(i);
  if (isError && result) return failureLine(result.parts);
  return argumentsLine(args);
}

/** What a tool said that failed: text, or the value that a function or an MCP server gave. */
function failureLine(parts: readonly Part[]): string {
  const [only, more] = parts;
  if (only === undefined) return "failed";
  const json = only.type === "other" && more === undefined ? only.json : undefined;
  const content = field(json, "content");
  const said = isArray(content) ? content.map((each) => text(field(each, "text")) ?? "").join(" ") : "";
  const words = errorWords(json) ?? said;
  return words.trim() === "" ? errorLine(partsText(parts)) : errorLine(words);
}

/** The words of an error, also where they stand in JSON under a usual name. */
function errorLine(said: string): string {
  const json = /^\s*\{/.test(said) ? parse(said) : undefined;
  return firstWords(errorWords(json) ?? said);
}

function errorWords(json: Json | undefined): string | undefined {
  const values = ["error", "message", "detail"].map((name) => field(json, name));
  return values
    .map((value) => text(value) ?? text(field(value, "message")))
    .find((words) => words !== undefined && words !== "");
}

/** The first text that was embedded, and what came of it. */
function embeddingLine(run: OpenedRun, i: number): string | undefined {
  const { request, response, error } = run.body(i);
  const embedding = error ? undefined : embeddingOf(request?.json, response?.json);
  const [first] = embedding?.texts ?? [];
  if (!embedding || (first === undefined && !embedding.vectors)) return undefined;
  const more = embedding.texts.length > 1 ? ` and ${embedding.texts.length - 1} more` : "";
  const words = first === undefined ? "" : `"${shortened(firstWords(first))}"${more}`;
  return [words, embedding.vectors ? vectorsText(embedding.vectors) : ""].filter(Boolean).join(" → ");
}

/** Room is left for what came of it. */
function shortened(words: string): string {
  return words.length > 60 ? `${words.slice(0, 59)}…` : words;
}

function bodyLine(run: OpenedRun, i: number): string {
  const body = run.body(i);
  if (body.error) return firstWords(body.error.message);
  const value = body.after ?? body.response?.json ?? body.request?.json;
  if (value !== undefined) return typeof value === "string" ? firstWords(value) : compact(value);
  return firstWords(body.response?.text ?? body.request?.text ?? "");
}
