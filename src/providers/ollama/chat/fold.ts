import { isObject, parse } from "../../../json/json.ts";
import type { Folded } from "../../dialect.ts";
import { append, assignKnown, type Draft, type DraftObject, get, isDraftObject, parseDraft, put } from "../../draft.ts";
import { objectsIn } from "../../streams/json-sequence.ts";
import { plainFold } from "../../streams/plain-fold.ts";

/** Objects on lines of their own, each with a piece of the message; the last one says `done` and counts. */
export function foldOllama(stream: string): Folded {
  const pieces = objectsIn(stream).flatMap((source) => parseDraft(source) ?? []);
  if (pieces.length === 0) return plainFold(stream);
  const top: DraftObject = {};
  const message: DraftObject = { role: "assistant", content: "" };
  const calls: Draft[] = [];
  for (const piece of pieces) {
    assignKnown(top, piece, ["message"]);
    const said = get(piece, "message");
    if (!isDraftObject(said)) continue;
    assignKnown(message, said, ["content", "thinking", "tool_calls"]);
    append(message, "content", get(said, "content"));
    append(message, "thinking", get(said, "thinking"));
    const more = get(said, "tool_calls");
    if (Array.isArray(more)) for (const call of more) calls.push(call);
  }
  if (calls.length > 0) put(message, "tool_calls", calls);
  const failed = get(top, "error") !== undefined;
  return { body: failed ? top : { ...top, message }, complete: get(top, "done") === true, events: pieces.length };
}

/** A whole answer is one object; a stream is told by its type, or by its second line. */
export function isLines(contentType: string | undefined, source: string): boolean {
  if (/ndjson|jsonlines/i.test(contentType ?? "")) return true;
  const [first = "", second = ""] = source.trimStart().split(/\r?\n/, 2);
  return second.trimStart().startsWith("{") && isObject(parse(first));
}
