import { type Draft, type DraftObject, get, isDraftObject, put } from "../../draft.ts";

/** Strings that come whole, and are repeated by some servers, where all others come in pieces. */
const WHOLE = new Set(["role", "id", "type", "name", "format", "signature"]);

const DEPTH_LIMIT = 8;

/** Merges a piece into `target[key]`: strings grow, objects merge, anything else replaces what was there; null says nothing. */
export function mergeDelta(target: DraftObject, key: string, piece: Draft, depth = 0): void {
  const before = get(target, key);
  if (piece === null && before !== undefined) return;
  if (typeof before === "string" && typeof piece === "string") {
    put(target, key, WHOLE.has(key) ? piece || before : before + piece);
  } else if (isDraftObject(before) && isDraftObject(piece) && depth < DEPTH_LIMIT) {
    mergeObject(before, piece, depth + 1);
  } else {
    put(target, key, piece);
  }
}

export function mergeObject(target: DraftObject, piece: DraftObject, depth = 0): void {
  for (const [key, value] of Object.entries(piece)) mergeDelta(target, key, value, depth);
}
