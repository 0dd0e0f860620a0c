import type { Headers } from "../../trace/event.ts";
import { headersOf, own, word } from "../cassette-values.ts";
import type { HttpExchange } from "../http-exchange.ts";
import { readWireBody, type WireBody } from "../wire-body.ts";
import { goDuration } from "./go-duration.ts";

/** One interaction of a cassette as an exchange: versions 1 (no id, a form) and 2 alike. */

/** A string as Go prints it; a bare number is nanoseconds. */
function durationOf(value: unknown): number | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return value / 1e6;
  return typeof value === "string" ? goDuration(value) : undefined;
}

/** The code, else the number at the beginning of the status line ("200 OK"). */
function statusOf(response: unknown): number | undefined {
  const code = own(response, "code");
  if (typeof code === "number" && code > 0) return code;
  const line = /^\d{3}\b/.exec(word(own(response, "status")) ?? "");
  return line === null ? undefined : Number(line[0]);
}

/** Text; what is none stands as bytes. */
function bodyOf(message: unknown, headers: Headers | undefined): WireBody {
  const body = own(message, "body");
  if (body instanceof Uint8Array) return readWireBody(body, headers);
  const text = word(body);
  return text === undefined ? {} : { text };
}

export function interactionOf(value: unknown): HttpExchange | undefined {
  const request = own(value, "request");
  const response = own(value, "response");
  const url = word(own(request, "url"));
  if (url === undefined) return undefined;
  const host = word(own(request, "host"));
  const status = statusOf(response);
  const method = word(own(request, "method"));
  const requestHeaders = headersOf(own(request, "headers"));
  const asked = bodyOf(request, requestHeaders);
  const responseHeaders = headersOf(own(response, "headers"));
  const told = bodyOf(response, responseHeaders);
  const durationMs = durationOf(own(response, "duration") ?? own(value, "duration"));
  return {
    url,
    ...(host !== undefined && host !== "" && { host }),
    ...(method !== undefined && { method: method.toUpperCase() || "GET" }),
    ...(requestHeaders !== undefined && { requestHeaders }),
    ...(asked.text !== undefined && { requestText: asked.text }),
    ...(asked.bytes !== undefined && { requestBytes: asked.bytes }),
    ...(asked.notice !== undefined && { requestNotice: asked.notice }),
    ...(status !== undefined && { status }),
    ...(responseHeaders !== undefined && { responseHeaders }),
    ...(told.text !== undefined && { responseText: told.text }),
    ...(told.bytes !== undefined && { responseBytes: told.bytes }),
    ...(told.wire !== undefined && { responseWire: told.wire }),
    ...(told.notice !== undefined && { responseNotice: told.notice }),
    ...(durationMs !== undefined && { durationMs }),
  };
}
