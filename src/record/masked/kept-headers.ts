import type { Masker } from "../../redact/masker.ts";
import { isSecretParameter, placeholder } from "../../redact/secret-names.ts";
import type { Headers } from "../../trace/event.ts";

/** What of the headers goes into a file: a list of those that are kept, never of those that are not. */

const REQUEST =
  /^(?:content-type|anthropic-version|anthropic-beta|openai-beta|x-stainless-retry-count|x-stainless-timeout|mcp-session-id|mcp-protocol-version)$/;
const RESPONSE =
  /^(?:content-type|request-id|x-request-id|retry-after(?:-ms)?|x-should-retry|openai-processing-ms|mcp-session-id|(?:x|anthropic)-ratelimit-[\w-]+)$/;

/** `raw` as Node gives them: name, value, name, value, ... */
export function keptHeaders(raw: readonly string[], side: "request" | "response", masker: Masker): Headers {
  const wanted = side === "request" ? REQUEST : RESPONSE;
  const kept: [string, string][] = [];
  for (const [name, value] of byName(raw)) if (wanted.test(name)) kept.push([name, masker.text(value)]);
  return Object.fromEntries(kept);
}

/** The last header of that name, which must be in lower case. */
export function headerOf(raw: readonly string[], name: string): string | undefined {
  return byName(raw).get(name);
}

/** Headers of calls under way: each is asked for many. */
const READ = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

/** The last value of each name in lower case. */
function byName(raw: readonly string[]): ReadonlyMap<string, string> {
  const known = READ.get(raw);
  if (known !== undefined) return known;
  const made = new Map<string, string>();
  for (let i = 0; i + 1 < raw.length; i += 2) made.set((raw[i] ?? "").toLowerCase(), raw[i + 1] ?? "");
  READ.set(raw, made);
  return made;
}

const KEY_HEADERS = ["authorization", "x-api-key", "api-key", "x-goog-api-key", "proxy-authorization", "cookie"];

/** The keys a request is sent with: whatever it says elsewhere, they must not be read in the file. */
export function learnKeys(
  raw: readonly string[],
  path: string,
  how: { readonly masker: Masker; readonly name: string },
): void {
  const { masker, name } = how;
  for (const header of KEY_HEADERS) {
    const value = headerOf(raw, header);
    if (value === undefined) continue;
    const [, scheme, credentials = value] = /^(\w+) +(\S.*)$/.exec(value) ?? [];
    masker.learnIfTelling(header === "cookie" ? "COOKIE" : name, header === "cookie" ? value : credentials);
    if (scheme?.toLowerCase() === "basic") masker.learnIfTelling("PASSWORD", passwordOf(credentials));
  }
  for (const [parameter, value] of query(path) ?? [])
    if (isSecretParameter(parameter)) masker.learnIfTelling(name, value);
}

function passwordOf(basic: string): string {
  return Buffer.from(basic, "base64")
    .toString()
    .replace(/^[^:]*:/, "");
}

function query(path: string): URLSearchParams | undefined {
  const at = path.indexOf("?");
  return at < 0 ? undefined : new URLSearchParams(path.slice(at + 1));
}

/** A path or URL with its secrets replaced, in values of the query by the name of their parameter. */
export function maskedUrl(url: string, masker: Masker): string {
  if (masker.off) return url;
  const masked = masker.text(url);
  if (!masked.includes("?") && !masked.includes("&")) return masked;
  return masked.replace(/([?&])([\w.-]+)=([^&#]*)/g, (whole, mark: string, name: string, value: string) => {
    if (value === "" || /^(?:<|%3C)/i.test(value)) return whole;
    if (isSecretParameter(name)) return `${mark}${name}=${placeholder(name)}`;
    // Whatever way it is encoded.
    const meant = new URLSearchParams(`v=${value}`).get("v") ?? "";
    const shown = masker.text(meant);
    return shown === meant ? whole : `${mark}${name}=${shown}`;
  });
}
