import { STATUS_CODES } from "node:http";
import { isStream } from "../providers/streams/stream.ts";
import type { EventBody, Headers, Payload } from "../trace/event.ts";

/** An HTTP exchange as cassettes and archives keep it: both bodies whole, unpacked, with headers that are true of them. */
export interface WholeExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Headers;
  readonly requestBody?: Body;
  /** Start, milliseconds since the epoch. */
  readonly at?: number;
  readonly durationMs?: number;
  /** Missing: no answer came. */
  readonly answer?: WholeAnswer;
  /** Why none came, or why it ended early. */
  readonly problem?: string;
}

export interface WholeAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly body: Body;
  readonly streamed: boolean;
  /** It ended early: `body` is what had come. */
  readonly cut?: boolean;
  /** Until the first piece of the body, in milliseconds. */
  readonly firstByteMs?: number;
}

export type Body = string | Uint8Array;

/** `url` is the whole one; `clock` what the event says of its time. */
export function wholeExchange(
  { request, response, error }: EventBody,
  url: string,
  clock: { readonly at?: number | undefined; readonly durationMs?: number | undefined },
): WholeExchange {
  const { at, durationMs } = clock;
  const requestBody = request && bodyOf(request);
  const problem = error?.message ?? (response?.cut === true ? "the answer was cut off" : undefined);
  return {
    method: request?.method ?? (requestBody === undefined ? "GET" : "POST"),
    url,
    requestHeaders: fitting(request?.headers, requestBody),
    ...(requestBody !== undefined && { requestBody }),
    ...(at !== undefined && { at }),
    // Columns of rows hold four bytes a number.
    ...(durationMs !== undefined && { durationMs: Math.round(durationMs * 1000) / 1000 }),
    ...(response !== undefined && { answer: wholeAnswer(response) }),
    ...(problem !== undefined && { problem }),
  };
}

function wholeAnswer(response: NonNullable<EventBody["response"]>): WholeAnswer {
  const { status = 200, headers, chunks } = response;
  const body = bodyOf(response) ?? "";
  const type = contentType(headers);
  const streamed = response.streamed === true || isStream(type, typeof body === "string" ? body : "");
  const firstByteMs = chunks?.[0]?.[0];
  return {
    status,
    statusText: STATUS_CODES[status] ?? "",
    headers: fitting(headers, body),
    body,
    streamed,
    ...(response.cut === true && { cut: true }),
    ...(firstByteMs !== undefined && { firstByteMs }),
  };
}

function bodyOf({ wire, text, bytes, json }: Payload): Body | undefined {
  return wire ?? text ?? bytes ?? (json === undefined ? undefined : JSON.stringify(json));
}

export function contentType(headers: Headers | undefined): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "content-type")?.[1];
}

/** A body that was unpacked is neither packed nor as long as its headers say. */
function fitting(headers: Headers | undefined, body: Body | undefined): Headers {
  const entries = Object.entries(headers ?? {});
  if (isGzip(body)) return Object.fromEntries(entries);
  const length = body === undefined ? undefined : String(Buffer.byteLength(body));
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const lower = name.toLowerCase();
      if (lower === "content-encoding" || lower === "transfer-encoding") return [];
      return lower === "content-length" && length !== undefined ? [[name, length]] : [[name, value]];
    }),
  );
}

function isGzip(body: Body | undefined): boolean {
  return body instanceof Uint8Array && body[0] === 0x1f && body[1] === 0x8b;
}
