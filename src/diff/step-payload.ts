import { answerView } from "../identity/answer-view.ts";
import { isObject, type Json, parse } from "../json/json.ts";
import type { Row, Run } from "../run/run.ts";

/** What a step was asked and what came of it, as JSON whose pointers the report names and `--ignore` takes. */
export interface StepPayload {
  readonly asked: Json | undefined;
  readonly came: Json | undefined;
}

type Body = ReturnType<Run["body"]>;

/**
 * A model's call: the request body, and the answer's part of the response. A tool: `/args` and `/result`. Others:
 * `/request` or `/before`, and `/response` or `/after`. A failure is `/error`. `neutral`: messages in the one form
 * that calls of different APIs share.
 */
export function stepPayload(run: Run, i: number, form: "own" | "neutral" = "own"): StepPayload {
  const row = run.row(i);
  switch (row.kind) {
    case "llm":
      return { asked: askedOfCall(run, i, form), came: cameOfCall(run, i, form) };
    case "tool":
      return toolPayload(run, i);
    case "message": {
      const message = run.message(i);
      return message ? { asked: undefined, came: plain(message) } : otherPayload(run.body(i), row);
    }
    default:
      return otherPayload(run.body(i), row);
  }
}

function askedOfCall(run: Run, i: number, form: "own" | "neutral"): Json | undefined {
  const { request } = run.body(i);
  if (form === "own" && request?.json !== undefined) return request.json;
  const messages = run.messages(i).map((ref) => plain(ref.read()));
  return messages.length > 0 ? { messages } : (request?.json ?? request?.text);
}

function cameOfCall(run: Run, i: number, form: "own" | "neutral"): Json | undefined {
  const row = run.row(i);
  const body = run.body(i);
  const { answer } = run.exchange(i);
  const error = answer?.error ?? body.error;
  if (error) return { error: errorOf(error) };
  const json = body.response?.json;
  if (form === "own" && json !== undefined) return answerView(row.op, json);
  if (answer?.message) return plain(answer.message);
  return json ?? body.response?.text;
}

function toolPayload(run: Run, i: number): StepPayload {
  const { args, result, isError } = run.tool(i);
  const asked = args === undefined ? undefined : { args };
  if (!result) return { asked, came: undefined };
  const [only] = result.parts;
  const value: Json =
    result.parts.length === 1 && only?.type === "text"
      ? embedded(only.text)
      : result.parts.length === 1 && only?.type === "other"
        ? only.json
        : plain(result.parts);
  return { asked, came: isError ? { error: value } : { result: value } };
}

function otherPayload(body: Body, row: Row): StepPayload {
  const asked: Record<string, Json> = {};
  const came: Record<string, Json> = {};
  const request = body.request?.json ?? body.request?.text;
  const response = body.response?.json ?? body.response?.text;
  if (request !== undefined) asked.request = request;
  if (body.before !== undefined) asked.before = body.before;
  if (response !== undefined) came.response = response;
  if (body.after !== undefined) came.after = body.after;
  if (body.error) came.error = errorOf(body.error);
  if (row.httpStatus !== undefined && row.kind === "http") came.status = row.httpStatus;
  return {
    asked: Object.keys(asked).length > 0 ? asked : undefined,
    came: Object.keys(came).length > 0 ? came : undefined,
  };
}

function errorOf(error: { readonly type?: string; readonly message: string }): Json {
  return { ...(error.type !== undefined && { type: error.type }), message: error.message };
}

/** Text that holds an object or a list is compared as such: order of keys and white space are chance. */
function embedded(text: string): Json {
  const first = text.trimStart().charAt(0);
  if (first !== "{" && first !== "[") return text;
  const value = parse(text);
  return isObject(value) || Array.isArray(value) ? value : text;
}

/** A value of ours as JSON: it holds nothing that JSON has no form for. */
function plain(value: unknown): Json {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as Json);
}
