import type { RequestBody } from "../../trace/event.ts";

/** A name that HTTP allows; curl takes one that begins with @ for a file to read. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Headers that curl makes itself, or that would be wrong for a new request. */
const OWN = /^(content-length|host|connection|accept-encoding|transfer-encoding)$/i;
/** Headers that carry a key: the variable stands there, never a value. */
const SECRET = /^(authorization|x-api-key|api-key|x-goog-api-key)$/i;

const HOSTS: Readonly<Record<string, { readonly base: string; readonly header: string }>> = {
  openai: { base: "https://api.openai.com", header: "authorization: Bearer $OPENAI_API_KEY" },
  anthropic: { base: "https://api.anthropic.com", header: "x-api-key: $ANTHROPIC_API_KEY" },
  gemini: { base: "https://generativelanguage.googleapis.com", header: "x-goog-api-key: $GEMINI_API_KEY" },
};

/** The request as a curl command for a POSIX shell; undefined where the event holds no HTTP request. */
export function curlOf(request: RequestBody, provider: string | undefined): string | undefined {
  const known = HOSTS[provider ?? ""];
  const url =
    request.url ?? (request.path === undefined ? undefined : `${known?.base ?? "http://localhost"}${request.path}`);
  if (url === undefined || url.startsWith("-")) return undefined;
  const kept = Object.entries(request.headers ?? {}).filter(
    ([name]) => TOKEN.test(name) && !OWN.test(name) && !SECRET.test(name),
  );
  if (!kept.some(([name]) => name.toLowerCase() === "content-type")) kept.push(["content-type", "application/json"]);
  const body = request.text ?? (request.json === undefined ? undefined : JSON.stringify(request.json));
  const method = /^[A-Z]+$/.test(request.method ?? "POST") ? (request.method ?? "POST") : quote(request.method ?? "");
  const words = [
    `curl -X ${method} ${quote(url)}`,
    ...kept.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(known ? [`-H "${known.header}"`] : []),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return words.join(" \\\n  ");
}

/** Single quotes: nothing inside them means anything to the shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
