import { field, isArray, type Json, number, parse, text } from "../../json/json.ts";
import type { Headers } from "../../trace/event.ts";
import type { HttpExchange } from "../http-exchange.ts";
import { readWireBody, type WireBody } from "../wire-body.ts";

/** An entry of an archive as an exchange. Source: the HAR 1.2 specification; `postData.encoding` is of 1.3. */

/** Undefined when there is no request in it. */
export function harExchange(entry: Json): HttpExchange | undefined {
  const [request, response] = [field(entry, "request"), field(entry, "response")];
  const url = text(field(request, "url"));
  if (url === undefined) return undefined;
  const [requestHeaders, responseHeaders] = [headersOf(request), headersOf(response)];
  const post = field(request, "postData");
  const asked = bodyOf(post, requestHeaders);
  // Nothing came: browsers and proxies write 0 then.
  const code = number(field(response, "status"));
  const answered = code !== undefined && code > 0;
  const told = answered ? (bodyOf(field(response, "content"), responseHeaders) ?? { text: "" }) : undefined;
  const method = text(field(request, "method"));
  return {
    url,
    ...(method !== undefined && { method: method.toUpperCase() }),
    ...(requestHeaders && { requestHeaders }),
    ...(asked?.text !== undefined && { requestText: asked.text }),
    ...(asked?.bytes !== undefined && { requestBytes: asked.bytes }),
    ...(asked?.notice !== undefined && { requestNotice: asked.notice }),
    ...(answered && { status: code }),
    ...(responseHeaders && { responseHeaders }),
    ...(told?.text !== undefined && { responseText: told.text }),
    ...(told?.bytes !== undefined && { responseBytes: told.bytes }),
    ...(told?.wire !== undefined && { responseWire: told.wire }),
    ...(told?.notice !== undefined && { responseNotice: told.notice }),
    ...timesOf(entry),
  };
}

/** Where the entry stands in time, milliseconds since the epoch. */
export function startOf(entry: Json): number | undefined {
  const at = Date.parse(text(field(entry, "startedDateTime")) ?? "");
  return Number.isNaN(at) ? undefined : at;
}

/** Both fields must be there: what our own writer did not know it says so. */
function timesOf(entry: Json): Pick<HttpExchange, "at" | "durationMs"> {
  const unknown = /^not recorded: (.*)$/.exec(text(field(entry, "comment")) ?? "")?.[1] ?? "";
  const at = startOf(entry);
  const time = number(field(entry, "time"));
  return {
    ...(at !== undefined && !unknown.includes("start") && { at }),
    ...(time !== undefined && time >= 0 && !unknown.includes("duration") && { durationMs: time }),
  };
}

function headersOf(side: Json | undefined): Headers | undefined {
  const list = field(side, "headers");
  const headers = new Map<string, string>();
  for (const each of isArray(list) ? list : []) {
    const [name, value] = [text(field(each, "name")), text(field(each, "value"))];
    // HTTP/2's own fields are none.
    if (name === undefined || value === undefined || name.startsWith(":")) continue;
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return headers.size === 0 ? undefined : Object.fromEntries(headers);
}

function bodyOf(part: Json | undefined, headers: Headers | undefined): WireBody | undefined {
  const body = text(field(part, "text"));
  if (body === undefined) return undefined;
  return field(part, "encoding") === "base64" ? readWireBody(decoded(body), headers) : { text: body };
}

/** Polly.js writes a list of chunks, each in base64, as JSON. */
function decoded(base64: string): Buffer {
  const chunks = base64.startsWith("[") ? parse(base64) : undefined;
  if (!isArray(chunks)) return Buffer.from(base64, "base64");
  return Buffer.concat(chunks.map((chunk) => Buffer.from(text(chunk) ?? "", "base64")));
}
