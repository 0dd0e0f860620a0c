import type { Pointer } from "./pointer.ts";

/**
 * Which parts of a JSON tree are open: only what differs from the default is kept. Immutable, so that it can be state.
 * A fold id is the pointer of a container or string; the chunk of a long container that begins at child n has `#n` in
 * front of the container's pointer (a pointer never begins so).
 */
export type FoldId = string;

export interface Folds {
  /** Opened or closed one by one. */
  readonly single: ReadonlyMap<FoldId, boolean>;
  /** Opened or closed with all that lies below. */
  readonly deep: ReadonlyMap<FoldId, boolean>;
  /** Strings that hold JSON and shall be shown as text. */
  readonly asText: ReadonlySet<FoldId>;
}

export const NO_FOLDS: Folds = { single: new Map(), deep: new Map(), asText: new Set() };

export function chunkId(pointer: Pointer, first: number): FoldId {
  return `#${first}${pointer}`;
}

function pointerOf(id: FoldId): Pointer {
  return id.replace(/^#\d+/, "");
}

function isAtOrBelow(id: FoldId, pointer: Pointer): boolean {
  const own = pointerOf(id);
  return own === pointer || own.startsWith(`${pointer}/`);
}

function without(map: ReadonlyMap<FoldId, boolean>, pointer: Pointer): Map<FoldId, boolean> {
  return new Map([...map].filter(([id]) => !isAtOrBelow(id, pointer)));
}

export function setOpen(folds: Folds, id: FoldId, open: boolean): Folds {
  return { ...folds, single: new Map(folds.single).set(id, open) };
}

/** Opens or closes the value at `pointer` and everything below it. */
export function setOpenDeep(folds: Folds, pointer: Pointer, open: boolean): Folds {
  return {
    ...folds,
    single: without(folds.single, pointer),
    deep: without(folds.deep, pointer).set(pointer, open),
  };
}

export function expandRecursive(folds: Folds, pointer: Pointer): Folds {
  return setOpenDeep(folds, pointer, true);
}

export function collapseRecursive(folds: Folds, pointer: Pointer): Folds {
  return setOpenDeep(folds, pointer, false);
}

export function expandAll(folds: Folds): Folds {
  return setOpenDeep(folds, "", true);
}

/** Closes everything but the outermost value. */
export function collapseAll(folds: Folds): Folds {
  return setOpen(setOpenDeep(folds, "", false), "", true);
}

/** Shows a string that holds JSON as text, or as JSON again; opens it. */
export function toggleText(folds: Folds, pointer: Pointer): Folds {
  const asText = new Set(folds.asText);
  if (!asText.delete(pointer)) asText.add(pointer);
  return { ...setOpen(folds, pointer, true), asText };
}
