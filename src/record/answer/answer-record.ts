import type { Message } from "../../providers/message.ts";
import { maskStream } from "../../redact/mask-stream.ts";
import type { Masker } from "../../redact/masker.ts";
import { movedChunks } from "../../redact/moved-chunks.ts";
import type { ErrorInfo, Status } from "../../trace/event.ts";
import type { EventFields, ResponseRecord } from "../../trace/write/record.ts";
import { headerOf, keptHeaders } from "../masked/kept-headers.ts";
import { maskContent, maskText } from "../masked/mask-request.ts";
import type { Heard } from "../open-exchange.ts";
import { decodeBody, decodedChunks } from "../request/decode-body.ts";
import type { Call } from "../request/what-call.ts";
import { type ReadAnswer, readAnswer } from "./answer-fields.ts";

/** What is written when an exchange has ended, masked. */
export interface AnswerRecord {
  readonly fields: EventFields;
  readonly read: ReadAnswer;
  /** Nobody can go on with this answer: a client will ask again. */
  readonly aborted: boolean;
}

export function answerRecord(
  call: Call,
  heard: Heard,
  context: { readonly masker: Masker; readonly conversation: readonly Message[] },
): AnswerRecord {
  const { status, headers } = heard;
  const { masker, conversation } = context;
  const encoding = headerOf(headers, "content-encoding");
  const { bytes, left } = decodeBody(heard.bytes, encoding);
  const contentType = headerOf(headers, "content-type");
  const read = readAnswer(call, left === undefined ? bytes : new Uint8Array(), { contentType, status, conversation });
  const outcome = outcomeOf(heard, read);
  const error = outcome.error ?? (outcome.status === "error" ? read.fields.error : undefined);
  const response =
    status === undefined ? undefined : responseRecord(heard, { bytes, left, read, masker, cut: outcome.cut });
  const fields: EventFields = {
    ...read.fields,
    status: outcome.status,
    durationMs: heard.durationMs,
    ...(heard.headersMs === undefined ? {} : { extra: { headersMs: heard.headersMs, ...lost(heard) } }),
    ...(error === undefined ? {} : { error: { ...error, message: masker.text(error.message) } }),
    ...(response === undefined ? {} : { response }),
  };
  return { fields: withoutError(fields, error), read, aborted: outcome.aborted };
}

/** An error that the answer tells of without being one (a tool's own) is read from its body. */
function withoutError(fields: EventFields, error: ErrorInfo | undefined): EventFields {
  if (error !== undefined) return fields;
  const { error: _, ...rest } = fields;
  return rest;
}

function lost({ bytes, total }: Heard): { readonly bytes?: number } {
  return total > bytes.length ? { bytes: total } : {};
}

interface Outcome {
  readonly status: Status;
  readonly error?: ErrorInfo;
  readonly aborted: boolean;
  readonly cut: boolean;
}

function outcomeOf({ status, ending, total, bytes }: Heard, read: ReadAnswer): Outcome {
  if (ending.how === "failed") {
    return { status: "error", error: { type: ending.code, message: ending.message }, aborted: true, cut: false };
  }
  const failed = (status ?? 0) >= 400 || read.fields.error !== undefined || read.fields.status === "error";
  if (ending.how === "complete") {
    const cut = read.complete === false && !failed;
    const short = total > bytes.length;
    return { status: failed ? "error" : cut || short ? "truncated" : "ok", aborted: false, cut: cut || short };
  }
  // Clients stop reading when they have seen the end mark of a stream.
  if (read.complete === true && !failed) return { status: "ok", aborted: false, cut: false };
  const type = ending.by === "client" ? "client-abort" : "upstream-abort";
  const words = ending.by === "client" ? "the client closed the connection" : "the server closed the connection";
  const error = { type, message: ending.message ?? words };
  return { status: "truncated", error, aborted: true, cut: status !== undefined };
}

function responseRecord(
  heard: Heard,
  how: {
    readonly bytes: Uint8Array;
    readonly left: string | undefined;
    readonly read: ReadAnswer;
    readonly masker: Masker;
    readonly cut: boolean;
  },
): ResponseRecord {
  const { bytes, left, read, masker, cut } = how;
  const kept = keptHeaders(heard.headers, "response", masker);
  const head = {
    ...(heard.status === undefined ? {} : { status: heard.status }),
    headers: left === undefined ? kept : { ...kept, "content-encoding": left },
    ...(cut ? { cut } : {}),
  };
  const text = left === undefined ? read.text : undefined;
  if (!read.streamed) {
    const { body, masked } = text === undefined ? maskContent(bytes, masker) : maskText(text, masker);
    if (masked.length > 0) return { ...head, body, masked };
    return { ...head, body, ...(text !== undefined && read.json !== undefined ? { isJson: true } : {}) };
  }
  const encoding = headerOf(heard.headers, "content-encoding");
  const chunks = encoding === undefined ? heard.chunks : decodedChunks(heard.bytes, encoding, heard.chunks);
  const whole = text ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  const stream = maskStream(whole, masker);
  return {
    ...head,
    streamed: true,
    chunks: movedChunks(whole, chunks, stream.edits),
    body: stream.text,
    ...(stream.masked.length > 0 ? { masked: stream.masked } : {}),
  };
}
