import * as zlib from "node:zlib";

/** Node 22.15 and later. */
const READS_ZSTD = "zstdDecompressSync" in zlib;

/** Headers on their way through: all but those that speak of one connection. Source: RFC 9110, section 7.6.1. */

const HOP = new Set([
  ...["connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "expect"],
]);

/** For the upstream, order and case kept. `length`: of the body, where there is one. */
export function requestHeaders(
  raw: readonly string[],
  how: { readonly host: string; readonly length: number | undefined },
): string[] {
  const headers: string[] = ["Host", how.host];
  const dropped = connectionOptions(raw);
  for (const [name, value] of pairs(raw)) {
    const key = name.toLowerCase();
    if (HOP.has(key) || dropped.has(key) || key === "host" || key === "content-length" || key === "x-vcr-agent")
      continue;
    headers.push(name, key === "accept-encoding" ? readable(value) : value);
  }
  if (how.length !== undefined) headers.push("Content-Length", String(how.length));
  return headers;
}

export function responseHeaders(raw: readonly string[]): string[] {
  const dropped = connectionOptions(raw);
  return pairs(raw).flatMap(([name, value]) => {
    const key = name.toLowerCase();
    return HOP.has(key) || dropped.has(key) ? [] : [name, value];
  });
}

/** An encoding that this Node cannot read is not asked for; none is ever added. */
function readable(accepted: string): string {
  if (READS_ZSTD) return accepted;
  const kept = accepted.split(",").filter((each) => !/^\s*zstd\b/i.test(each));
  return kept.map((each) => each.trim()).join(", ") || "identity";
}

function connectionOptions(raw: readonly string[]): ReadonlySet<string> {
  const options = pairs(raw).flatMap(([name, value]) => (name.toLowerCase() === "connection" ? value.split(",") : []));
  return new Set(options.map((option) => option.trim().toLowerCase()));
}

function pairs(raw: readonly string[]): (readonly [name: string, value: string])[] {
  return Array.from({ length: raw.length >> 1 }, (_, i) => [raw[2 * i] ?? "", raw[2 * i + 1] ?? ""] as const);
}
