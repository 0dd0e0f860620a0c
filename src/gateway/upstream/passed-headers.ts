import * as zlib from "node:zlib";

/** Node 22.15 and later. */
const READS_ZSTD = "zstdDecompressSync" in zlib;

/** Headers on their way through: all but those that speak of one connection. Source: RFC 9110, section 7.6.1. */

const HOP = new Set([
  ...["connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "expect"],
]);

/** Made anew for the upstream, or meant for us. */
const OURS = new Set(["host", "content-length", "x-vcr-agent"]);

/** For the upstream, order and case kept. `length`: of the body, where there is one. */
export function requestHeaders(
  raw: readonly string[],
  how: { readonly host: string; readonly length: number | undefined },
): string[] {
  const headers: string[] = ["Host", how.host];
  const hop = hopNames(raw);
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name = "", value = ""] = [raw[i], raw[i + 1]];
    const key = name.toLowerCase();
    if (!hop.has(key) && !OURS.has(key)) headers.push(name, key === "accept-encoding" ? readable(value) : value);
  }
  if (how.length !== undefined) headers.push("Content-Length", String(how.length));
  return headers;
}

export function responseHeaders(raw: readonly string[]): string[] {
  const headers: string[] = [];
  const hop = hopNames(raw);
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name = "", value = ""] = [raw[i], raw[i + 1]];
    if (!hop.has(name.toLowerCase())) headers.push(name, value);
  }
  return headers;
}

/** An encoding that this Node cannot read is not asked for; none is ever added. */
function readable(accepted: string): string {
  if (READS_ZSTD) return accepted;
  const kept = accepted.split(",").filter((each) => !/^\s*zstd\b/i.test(each));
  return kept.map((each) => each.trim()).join(", ") || "identity";
}

/** Those that always do, and those that a header named Connection lists. */
function hopNames(raw: readonly string[]): ReadonlySet<string> {
  const listed: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    if (raw[i]?.toLowerCase() !== "connection") continue;
    for (const option of (raw[i + 1] ?? "").split(",")) listed.push(option.trim().toLowerCase());
  }
  return listed.every((name) => HOP.has(name)) ? HOP : new Set([...HOP, ...listed]);
}
