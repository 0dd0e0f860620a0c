import type { Pointer } from "./pointer.ts";

/**
 * Which parts of a JSON tree are open: only what differs from the default is kept. A fold id is the pointer of a
 * container or string; the chunk of a long container that begins at child n has `#n` in front of the container's pointer
 * (a pointer never begins so).
 */
export type FoldId = string;

export type Folds = ReadonlyMap<FoldId, boolean>;

export const NO_FOLDS: Folds = new Map();

export function chunkId(pointer: Pointer, first: number): FoldId {
  return `#${first}${pointer}`;
}
