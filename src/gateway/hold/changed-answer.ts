import type { BodyChange } from "../../control/protocol.ts";
import { type Json, parse } from "../../json/json.ts";
import { setValue } from "../../json/set-value.ts";
import { dialectById } from "../../providers/registry.ts";
import { readBody } from "../../providers/streams/stream.ts";
import { headerOf } from "../../record/masked/kept-headers.ts";
import { decodeBody } from "../../record/request/decode-body.ts";
import type { KnownRequest } from "../../record/request/known-request.ts";
import { answerProblem } from "../../replay/answers/answer-problem.ts";
import type { WholeAnswer } from "../exchange.ts";
import { responseHeaders } from "../upstream/passed-headers.ts";
import { inForm, type MadeAnswer } from "./made-answer.ts";

/** An answer's JSON, folded where it was streamed; undefined where it is none. */
export function answerJson(op: string | undefined, { headers, body }: WholeAnswer): Json | undefined {
  const { bytes, left } = decodeBody(body, headerOf(headers, "content-encoding"));
  if (left !== undefined) return undefined;
  const text = Buffer.from(bytes).toString();
  const dialect = op === undefined ? undefined : dialectById(op);
  return dialect === undefined ? parse(text) : readBody(dialect, headerOf(headers, "content-type"), text).json;
}

/**
 * The answer with the changes made, in the form that the agent waits for.
 * @throws Error with a message for people when it cannot be changed so
 */
export function changedAnswer(known: KnownRequest, answer: WholeAnswer, changes: readonly BodyChange[]) {
  const { op } = known.read.call;
  const was = answerJson(op, answer);
  if (was === undefined) throw new Error("this answer is no JSON: it can be replaced, not edited");
  let is: Json = was;
  for (const { pointer, value } of changes) {
    const made = setValue(is, pointer, value);
    if (made === undefined) throw new Error(`there is nothing at ${pointer === "" ? "/" : pointer} of the answer`);
    is = made;
  }
  const problem = answerProblem(op, was, is);
  if (problem !== undefined) throw new Error(`the answer cannot be edited: ${problem}`);
  const made = answer.status < 400 ? inForm(known, is) : plain(is);
  return { json: is, answer: { ...made, status: answer.status, headers: { ...keptHeaders(answer), ...made.headers } } };
}

function plain(json: Json): MadeAnswer {
  return { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(json)) };
}

/** The answer unpacked, as it may go out over any connection. */
export function unpackedAnswer(answer: WholeAnswer): MadeAnswer {
  const { bytes, left } = decodeBody(answer.body, headerOf(answer.headers, "content-encoding"));
  const packed = left === undefined ? {} : { "content-encoding": left };
  const type = headerOf(answer.headers, "content-type");
  const headers = { ...keptHeaders(answer), ...(type === undefined ? {} : { "content-type": type }), ...packed };
  return { status: answer.status, headers, body: bytes };
}

/** Of its headers all that do not speak of its bytes. */
function keptHeaders({ headers }: WholeAnswer): Record<string, string> {
  const passed = responseHeaders(headers);
  const kept: Record<string, string> = {};
  for (let i = 0; i + 1 < passed.length; i += 2) {
    const name = (passed[i] ?? "").toLowerCase();
    if (!/^content-(?:length|encoding|type)$|^etag$|^digest$/.test(name)) kept[name] = passed[i + 1] ?? "";
  }
  return kept;
}
