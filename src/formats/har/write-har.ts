import type { Headers } from "../../trace/event.ts";
import { type Body, contentType, type WholeAnswer, type WholeExchange } from "../whole-exchange.ts";

/**
 * An HTTP Archive of version 1.2 (http://www.softwareishard.com/blog/har-12-spec/): one entry an exchange, also of those
 * without an answer, whose status is 0. Fields with an underscore are ours, as the specification has it.
 */
export function* writeHar(exchanges: Iterable<WholeExchange>, version: string): Generator<string> {
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name: "agent-vcr", version })},"entries":[\n`;
  let any = false;
  let last = 0;
  for (const exchange of exchanges) {
    last = exchange.at ?? last;
    yield `${any ? "," : ""}${JSON.stringify(entry(exchange, last))}\n`;
    any = true;
  }
  yield "]}}\n";
}

/** Start and times must be there: an unknown start is that of the entry before, and said to be unknown. */
function entry(exchange: WholeExchange, at: number): object {
  const { durationMs, problem, answer } = exchange;
  const unknown = [exchange.at === undefined && "start", durationMs === undefined && "duration"].filter(Boolean);
  return {
    startedDateTime: new Date(at).toISOString(),
    time: durationMs ?? 0,
    request: request(exchange),
    response: response(answer),
    cache: {},
    timings: timings(durationMs ?? 0, answer),
    ...(unknown.length > 0 && { comment: `not recorded: ${unknown.join(", ")}` }),
    ...(problem !== undefined && { _error: problem }),
  };
}

function request({ method, url, requestHeaders, requestBody }: WholeExchange): object {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? "";
  return {
    method,
    url,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: pairs(Object.entries(requestHeaders)),
    queryString: pairs(new URLSearchParams(query)),
    headersSize: -1,
    bodySize: Buffer.byteLength(requestBody ?? ""),
    ...(requestBody !== undefined && { postData: { mimeType: mimeType(requestHeaders), ...content(requestBody) } }),
  };
}

const NO_ANSWER: WholeAnswer = { status: 0, statusText: "", headers: {}, body: "", streamed: false };

function response({ status, statusText, headers, body }: WholeAnswer = NO_ANSWER): object {
  const size = Buffer.byteLength(body);
  return {
    status,
    statusText,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: pairs(Object.entries(headers)),
    content: { size, mimeType: mimeType(headers), ...content(body) },
    redirectURL: Object.entries(headers).find(([name]) => name.toLowerCase() === "location")?.[1] ?? "",
    headersSize: -1,
    bodySize: status === 0 ? -1 : size,
  };
}

function timings(time: number, answer: WholeAnswer | undefined): object {
  const wait = Math.min(time, answer?.firstByteMs ?? time);
  return { send: 0, wait, receive: time - wait };
}

function content(body: Body): { readonly text: string; readonly encoding?: string } {
  if (typeof body === "string") return { text: body };
  return { text: Buffer.from(body).toString("base64"), encoding: "base64" };
}

function mimeType(headers: Headers): string {
  return contentType(headers) ?? "";
}

function pairs(entries: Iterable<readonly [string, string]>): object[] {
  return [...entries].map(([name, value]) => ({ name, value }));
}
