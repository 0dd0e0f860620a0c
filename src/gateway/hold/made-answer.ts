import type { InjectedError } from "../../control/protocol.ts";
import { field, type Json, parse } from "../../json/json.ts";
import type { KnownRequest } from "../../record/request/known-request.ts";
import { answerSaying } from "../../replay/answers/answer-saying.ts";
import { providerError } from "../../replay/answers/provider-error.ts";
import { streamOfAnswer } from "../../replay/answers/stream-of-answer.ts";
import type { ServedAnswer } from "../exchange.ts";
import { answerForm, isJsonArray, modelOf } from "../replaying/answer-form.ts";

/** Answers that nobody was asked for: what a user types for a held call, and errors as its provider would put them. */

/** An answer with all its bytes at hand. */
export type MadeAnswer = ServedAnswer & { readonly body: Uint8Array };

const TYPES = { sse: "text/event-stream; charset=utf-8", json: "application/json", ndjson: "application/x-ndjson" };

/** @throws Error with a message for people when it cannot be put into the form that the agent waits for */
export function madeAnswer(known: KnownRequest, body: Json): MadeAnswer {
  const { op } = known.read.call;
  const json = typeof body === "string" ? saying(known, body) : body;
  if (json === undefined)
    throw new Error(`vcr does not know how ${op ?? "this API"} puts a text: give the body of the answer as JSON`);
  return inForm(known, json);
}

/** The same answer as bytes, streamed where a stream was asked for. @throws Error as `madeAnswer` */
export function inForm({ read, asked }: KnownRequest, json: Json): MadeAnswer {
  const { op } = read.call;
  const form = answerForm(read, asked.path) ?? "json";
  const whole = isJsonArray(op, asked.path) ? `[${JSON.stringify(json)}]` : JSON.stringify(json);
  const text = form === "json" ? whole : streamOfAnswer(op, json);
  if (text === undefined) throw new Error(`vcr does not know how ${op ?? "this API"} streams an answer`);
  return { status: 200, headers: { "content-type": TYPES[form] }, body: Buffer.from(text) };
}

export function injectedError({ read }: KnownRequest, error: Exclude<InjectedError, "timeout">): MadeAnswer {
  const status = Number(error);
  const message = status === 429 ? "Rate limit reached (put in by vcr)" : "The server had an error (put in by vcr)";
  return ownError(read.call.op, { status, message, ...(status === 429 ? { code: "rate_limit_exceeded" } : {}) });
}

export function ownError(op: string | undefined, error: Parameters<typeof providerError>[1]): MadeAnswer {
  const body = Buffer.from(JSON.stringify(providerError(op, error)));
  return { status: error.status, headers: { "content-type": "application/json" }, body };
}

/** A body to begin an answer from; undefined where vcr knows no form. */
export function answerTemplate(known: KnownRequest): Json | undefined {
  return saying(known, "");
}

function saying({ read }: KnownRequest, said: string): Json | undefined {
  const { op } = read.call;
  if (op !== "mcp") return answerSaying(op, said, { model: modelOf(read) });
  const id = field(parse(Buffer.from(read.bytes).toString()), "id");
  if (id === undefined) return undefined;
  return { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: said }] } };
}
