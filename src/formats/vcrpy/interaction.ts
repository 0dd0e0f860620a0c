import type { Headers } from "../../trace/event.ts";
import { headersOf, own, word } from "../cassette-values.ts";
import type { HttpExchange } from "../http-exchange.ts";
import { readWireBody, type WireBody } from "../wire-body.ts";
import { timesOf } from "./times.ts";

/**
 * One interaction of a cassette as an exchange. Source: vcrpy's `serialize.py` and `serializers/compat.py`;
 * `parsed_body` beside `body` is what pydantic-ai's own serialiser writes for JSON.
 */

/** The body of a request or response: text, bytes, `{string}`, `{base64_string}`, or JSON as a tree beside it. */
function bodyOf(message: unknown, headers: Headers | undefined): WireBody | undefined {
  const parsed = own(message, "parsed_body");
  if (parsed !== undefined) return { text: JSON.stringify(parsed) };
  const body = own(message, "body");
  const base64 = own(body, "base64_string");
  if (typeof base64 === "string") return readWireBody(Buffer.from(base64, "base64"), headers);
  const content = own(body, "string") ?? body;
  if (typeof content === "string" || content instanceof Uint8Array) return readWireBody(content, headers);
  // A form that a matcher took apart, or whatever else a serialiser made of it.
  const odd = content !== undefined && content !== null && content !== body;
  return odd || Array.isArray(content) ? { text: JSON.stringify(content) } : undefined;
}

function statusOf(response: unknown): number | undefined {
  const status = own(response, "status");
  const code = own(status, "code") ?? status ?? own(response, "status_code");
  return typeof code === "number" && Number.isFinite(code) ? code : undefined;
}

/** Undefined when there is no request in it. */
export function interactionOf(value: unknown): HttpExchange | undefined {
  const request = own(value, "request");
  const response = own(value, "response");
  const url = word(own(request, "uri")) ?? word(own(request, "url"));
  if (url === undefined) return undefined;
  const method = word(own(request, "method"));
  const status = statusOf(response);
  const requestHeaders = headersOf(own(request, "headers"));
  const responseHeaders = headersOf(own(response, "headers"));
  const asked = bodyOf(request, requestHeaders);
  const told = bodyOf(response, responseHeaders);
  return {
    url,
    ...(method !== undefined && { method: method.toUpperCase() || "GET" }),
    ...(requestHeaders !== undefined && { requestHeaders }),
    ...(asked?.text !== undefined && { requestText: asked.text }),
    ...(asked?.bytes !== undefined && { requestBytes: asked.bytes }),
    ...(asked?.notice !== undefined && { requestNotice: asked.notice }),
    ...(status !== undefined && { status }),
    ...(responseHeaders !== undefined && { responseHeaders }),
    ...(told?.text !== undefined && { responseText: told.text }),
    ...(told?.bytes !== undefined && { responseBytes: told.bytes }),
    ...(told?.wire !== undefined && { responseWire: told.wire }),
    ...(told?.notice !== undefined && { responseNotice: told.notice }),
    ...timesOf(responseHeaders),
  };
}
