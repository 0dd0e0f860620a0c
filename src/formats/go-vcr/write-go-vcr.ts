import type { Headers } from "../../trace/event.ts";
import { contentType, type WholeAnswer, type WholeExchange } from "../whole-exchange.ts";
import { type YamlMap, type YamlValue, yamlItem } from "../yaml-text.ts";

/**
 * A cassette of version 2, which go-vcr 3 and 4 read. Source: the structs of go-vcr's `pkg/cassette/cassette.go` and
 * what `pkg/recorder/recorder.go` puts into them; bytes that are no UTF-8 are `!!binary`, as Go's YAML writes them.
 * Exchanges without an answer are left out: go-vcr has none.
 */
export function* writeGoVcr(exchanges: Iterable<WholeExchange>): Generator<string> {
  let id = 0;
  for (const exchange of exchanges) {
    if (exchange.answer === undefined) continue;
    yield `${id === 0 ? "---\nversion: 2\ninteractions:\n" : ""}${yamlItem(interaction(exchange, exchange.answer, id), 4)}`;
    id++;
  }
  if (id === 0) yield "---\nversion: 2\ninteractions: []\n";
}

const PROTO: YamlMap = { proto: "HTTP/1.1", proto_major: 1, proto_minor: 1 };

function interaction(exchange: WholeExchange, answer: WholeAnswer, id: number): YamlMap {
  const { method, url, requestHeaders, requestBody, durationMs } = exchange;
  const form = formOf(exchange);
  return {
    id,
    request: {
      ...PROTO,
      content_length: Buffer.byteLength(requestBody ?? ""),
      host: /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url)?.[1] ?? "",
      ...(requestBody !== undefined && { body: requestBody }),
      ...(Object.keys(form).length > 0 && { form }),
      headers: goHeaders(requestHeaders),
      url,
      method,
    },
    response: {
      ...PROTO,
      content_length: answer.streamed ? -1 : Buffer.byteLength(answer.body),
      body: answer.body,
      headers: goHeaders(answer.headers),
      status: `${answer.status} ${answer.statusText}`.trim(),
      code: answer.status,
      ...(durationMs !== undefined && { duration: goDurationText(durationMs) }),
    },
  };
}

/** Go looks headers up by their canonical names. https://pkg.go.dev/net/textproto#CanonicalMIMEHeaderKey */
function goHeaders(headers: Headers): YamlMap {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase().replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase()),
      [value],
    ]),
  );
}

/** What Go's `Request.ParseForm` makes of body and query, in that order; go-vcr's own matcher compares it. */
function formOf({ url, requestHeaders, requestBody }: WholeExchange): YamlMap {
  const type = contentType(requestHeaders) ?? "";
  const body =
    /^application\/x-www-form-urlencoded\b/i.test(type) && typeof requestBody === "string" ? requestBody : "";
  const query = /\?([^#]*)/.exec(url)?.[1] ?? "";
  const form = new Map<string, YamlValue[]>();
  for (const source of [body, query])
    for (const [name, value] of new URLSearchParams(source)) form.set(name, [...(form.get(name) ?? []), value]);
  return Object.fromEntries(form);
}

/** As `time.Duration` prints it. Nanoseconds are the least Go knows. */
function goDurationText(ms: number): string {
  const whole = Math.round(ms * 1e6);
  return whole >= 1e9 ? `${whole / 1e9}s` : `${whole / 1e6}ms`;
}
