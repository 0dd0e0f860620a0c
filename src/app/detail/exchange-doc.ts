import { type Json, parseHeld } from "../../json/json.ts";
import { formatBytes } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { Payload } from "../../trace/event.ts";
import { arriving } from "./arriving-part.ts";
import { type Doc, type DocPart, docOf, partOf } from "./doc.ts";
import { hexRows } from "./hex-part.ts";
import { jsonPart } from "./json-part.ts";
import { type DocSubject, heading, line, note, notice } from "./subject.ts";
import { textRows } from "./text-part.ts";

/** Tab 1: what was sent. A derived tool call shows its arguments. */
export function requestDoc(subject: DocSubject): Doc {
  const { run, i, row } = subject;
  if (row.kind === "tool") return valueDoc(subject, "arguments", run.tool(i).args);
  const { request } = run.body(i);
  if (!request) return docOf([]);
  const target = request.url ?? request.path;
  return docOf([
    ...(target === undefined
      ? []
      : [
          partOf([
            line("target", [
              { text: `${request.method ?? "POST"} `, token: "text.strong" },
              { text: sanitise(target), token: "text" },
            ]),
          ]),
        ]),
    ...payloadParts(request, subject, "request"),
  ]);
}

/** Tab 2: what came back; a stream as the plain answer it amounts to. */
export function responseDoc(subject: DocSubject): Doc {
  const { run, i, row } = subject;
  if (row.kind === "tool") {
    const { result } = run.tool(i);
    return result ? docOf(payloadParts(resultPayload(result.parts), subject, "result")) : docOf([]);
  }
  const { response, error } = run.body(i);
  const failed = error && !response ? [note("error", error.message, "status.error")] : [];
  if (!response && row.status === "pending" && subject.context.stream !== undefined)
    return docOf(arriving(subject.context.stream, subject.context));
  if (!response) return docOf(failed);
  const words = [
    response.status === undefined ? "" : `HTTP ${response.status}`,
    response.streamed
      ? `streamed${response.chunks ? ` in ${response.chunks.length} chunks` : ""}, shown folded (6 shows the frames)`
      : "",
    response.cut ? "cut before its end" : "",
  ].filter((word) => word !== "");
  return docOf([
    ...(words.length > 0 ? [note("status", words.join(" · "))] : []),
    ...payloadParts(response, subject, "response"),
  ]);
}

function valueDoc({ context }: DocSubject, key: string, value: Json | undefined): Doc {
  return value === undefined ? docOf([]) : docOf([jsonPart(value, { context, key: `${key}#`, indent: 0 })]);
}

export function resultPayload(
  parts: readonly { readonly type: string; readonly text?: string; readonly json?: Json }[],
): Payload {
  const only = parts.length === 1 ? parts[0]! : undefined;
  if (only?.json !== undefined) return { json: only.json };
  const text = parts.map((part) => part.text ?? "").join("\n");
  const json = parseHeld(text);
  return json === undefined ? { text } : { json };
}

/** A body in its best form: a JSON tree, a text, or bytes in hexadecimal. */
export function payloadParts(payload: Payload, { context }: DocSubject, key: string): readonly DocPart[] {
  const notices = payload.notice === undefined ? [] : [notice(`${key} notice`, payload.notice, context)];
  if (payload.json !== undefined) return [...notices, jsonPart(payload.json, { context, key: `${key}#`, indent: 0 })];
  if (payload.text !== undefined)
    return [...notices, partOf(textRows(payload.text, key, { context, indent: 0, token: "text" }))];
  if (payload.bytes === undefined) return notices;
  return [
    ...notices,
    heading(`${formatBytes(payload.bytes.length)} of bytes`, `${key} bytes`),
    hexRows(payload.bytes, key),
  ];
}
