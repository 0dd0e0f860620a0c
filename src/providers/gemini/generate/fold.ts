import { isArray, type Json } from "../../../json/json.ts";
import type { Folded } from "../../dialect.ts";
import {
  append,
  assignKnown,
  type Draft,
  type DraftObject,
  get,
  inOrder,
  isDraftObject,
  parseDraft,
  put,
} from "../../draft.ts";
import { objectsIn } from "../../streams/json-sequence.ts";
import { plainFold } from "../../streams/plain-fold.ts";
import { parseSse } from "../../streams/sse.ts";

interface Candidate {
  readonly candidate: DraftObject;
  readonly content: DraftObject;
  readonly parts: Draft[];
}

/**
 * `data: {chunk}` without event names, or the chunks as one JSON array that is written piece by piece.
 * Parts are joined, of everything else the last word counts. There is no end mark: the stream has ended when every candidate
 * has its finish reason, or when the prompt was blocked.
 */
export function foldGemini(stream: string): Folded {
  if (/^[\uFEFF\s]*\[/.test(stream)) return foldDrafts(objectsIn(stream).map(parseDraft));
  const events = parseSse(stream);
  if (events.length === 0) return plainFold(stream);
  return foldDrafts(events.map(({ data }) => parseDraft(data)));
}

/** Folds chunks that are parsed already. */
export function foldChunks(chunks: Json): Folded {
  return foldDrafts(isArray(chunks) ? chunks.map((chunk) => (isDraftObject(chunk) ? chunk : undefined)) : []);
}

function foldDrafts(chunks: readonly (DraftObject | undefined)[]): Folded {
  const top: DraftObject = {};
  const candidates = new Map<number, Candidate>();
  for (const chunk of chunks) {
    if (chunk === undefined) continue;
    assignKnown(top, chunk, ["candidates"]);
    const list = get(chunk, "candidates");
    if (Array.isArray(list)) for (const each of list) if (isDraftObject(each)) addCandidate(candidates, each);
  }
  const folded = inOrder(candidates);
  const body = { ...(folded.length === 0 ? {} : { candidates: folded.map(candidateOf) }), ...top };
  const finished =
    folded.length > 0 && folded.every(({ candidate }) => typeof get(candidate, "finishReason") === "string");
  const blocked = get(get(top, "promptFeedback"), "blockReason") !== undefined;
  return { body, complete: finished || blocked, events: chunks.length };
}

function addCandidate(candidates: Map<number, Candidate>, piece: DraftObject): void {
  const number = get(piece, "index");
  const index = typeof number === "number" ? number : 0;
  const known = candidates.get(index) ?? { candidate: {}, content: {}, parts: [] };
  candidates.set(index, known);
  assignKnown(known.candidate, piece, ["content"]);
  const content = get(piece, "content");
  assignKnown(known.content, content, ["parts"]);
  const parts = get(content, "parts");
  if (Array.isArray(parts)) for (const part of parts) addPart(known.parts, part);
}

/** Texts of one kind grow together; a part with more to it (a signature, a call) stays by itself. */
function addPart(parts: Draft[], part: Draft): void {
  const last = parts.at(-1);
  if (isPlainText(last) && isPlainText(part) && get(last, "thought") === get(part, "thought")) {
    append(last, "text", get(part, "text"));
  } else {
    // A copy, since it may grow: the chunk belongs to the caller.
    parts.push(isDraftObject(part) ? { ...part } : part);
  }
}

function isPlainText(part: Draft | undefined): part is DraftObject {
  if (!isDraftObject(part) || typeof get(part, "text") !== "string") return false;
  return Object.keys(part).every((key) => key === "text" || key === "thought");
}

function candidateOf({ candidate, content, parts }: Candidate): DraftObject {
  const whole: DraftObject = {};
  if (parts.length > 0 || Object.keys(content).length > 0) put(whole, "content", { parts, ...content });
  return { ...whole, ...candidate };
}
