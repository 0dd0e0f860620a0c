import { isUtf8 } from "node:buffer";
import type { BodyToIdentify } from "../../identity/request-parts.ts";
import { isObject, type Json, parse } from "../../json/json.ts";
import type { Headers, RequestBody } from "../../trace/event.ts";

/** Bodies in the form in which identities are made, the same for what was recorded and what is asked now. */

/** A body that is no JSON: as text, or as bytes where it is none. The boundary of a form is chance. */
export function plainBody(bytes: Uint8Array, contentType: string | undefined): BodyToIdentify | undefined {
  if (bytes.length === 0) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = isUtf8(bytes) ? buffer.toString() : buffer.toString("latin1");
  const plain = withoutBoundary(text, contentType);
  return isUtf8(bytes) ? { text: plain } : { bytes: Buffer.from(plain, "latin1") };
}

/** Of MCP messages the number, what is said about progress, and which client asks do not count. */
export function rpcBody(json: Json): Json {
  if (!isObject(json)) return json;
  const { params, method = null } = json;
  if (!isObject(params)) return { method, params: params ?? null };
  const dropped = method === "initialize" ? ["_meta", "clientInfo"] : ["_meta"];
  return { method, params: Object.fromEntries(Object.entries(params).filter(([key]) => !dropped.includes(key))) };
}

export function recordedBody(request: RequestBody | undefined, op: string | undefined): BodyToIdentify | undefined {
  if (request === undefined) return undefined;
  if (op === "mcp" && request.json !== undefined) return { json: rpcBody(request.json) };
  if (request.repeated !== undefined) return { json: undefined, repeated: request.repeated };
  const { text, bytes } = request;
  const json = text === undefined ? request.json : parse(text);
  if (json !== undefined) return { json };
  const content = bytes ?? (text === undefined ? undefined : Buffer.from(text));
  return content && plainBody(content, contentTypeOf(request.headers));
}

export function contentTypeOf(headers: Headers | undefined): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "content-type")?.[1];
}

function withoutBoundary(text: string, contentType: string | undefined): string {
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(contentType ?? "")?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, "boundary");
}
