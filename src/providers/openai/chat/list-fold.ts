import { append, type Draft, type DraftObject, get, isDraftObject } from "../../draft.ts";
import { mergeObject } from "./merge-delta.ts";

export interface ListFold {
  add(pieces: readonly Draft[]): void;
  items(): Draft[];
}

/**
 * Gathers a list that is streamed in pieces, such as `tool_calls`: pieces with the same `index` make one item, which loses its index.
 * Servers differ: some give no index, some give 0 to every call; a piece that brings a new id and a name always starts an item.
 */
export function listFold(): ListFold {
  const list: Draft[] = [];
  const byIndex = new Map<number, DraftObject>();

  function target(piece: DraftObject): DraftObject | undefined {
    const index = get(piece, "index");
    const last = list.at(-1);
    const found = typeof index === "number" ? byIndex.get(index) : isDraftObject(last) ? last : undefined;
    if (found === undefined || startsAnother(found, piece)) return undefined;
    if (typeof index === "number" || continues(found, piece)) return found;
    return undefined;
  }

  function addItem(piece: DraftObject): void {
    const index = get(piece, "index");
    const { index: _, ...item } = piece;
    const found = target(piece);
    if (found !== undefined) {
      joinItem(found, item);
      return;
    }
    list.push(item);
    if (typeof index === "number") byIndex.set(index, item);
  }

  return {
    add(pieces) {
      for (const piece of pieces) {
        if (isDraftObject(piece)) addItem(piece);
        else list.push(piece);
      }
    },
    items: () => list,
  };
}

function startsAnother(item: DraftObject, piece: DraftObject): boolean {
  const before = get(item, "id");
  const id = get(piece, "id");
  const named = get(get(piece, "function"), "name") ?? get(get(piece, "custom"), "name");
  return typeof before === "string" && typeof id === "string" && id !== "" && id !== before && !!named;
}

/** Whether a piece without an index goes on with the item before it. */
function continues(item: DraftObject, piece: DraftObject): boolean {
  if (isTextPart(item) && isTextPart(piece)) return true;
  if (Array.isArray(get(item, "thinking")) && Array.isArray(get(piece, "thinking"))) return true;
  const id = get(piece, "id");
  const sameId = typeof id === "string" && id !== "" && id === get(item, "id");
  return sameId || (isDraftObject(get(item, "function")) && !get(get(piece, "function"), "name") && !id);
}

function joinItem(item: DraftObject, piece: DraftObject): void {
  const before = get(item, "thinking");
  const after = get(piece, "thinking");
  if (isTextPart(item) && isTextPart(piece)) append(item, "text", get(piece, "text"));
  else if (Array.isArray(before) && Array.isArray(after)) joinTexts(before, after);
  else mergeObject(item, piece);
}

function joinTexts(list: Draft[], pieces: readonly Draft[]): void {
  for (const piece of pieces) {
    const last = list.at(-1);
    if (isDraftObject(last) && isDraftObject(piece) && isTextPart(last) && isTextPart(piece)) {
      append(last, "text", get(piece, "text"));
    } else list.push(piece);
  }
}

function isTextPart(value: DraftObject): boolean {
  return get(value, "type") === "text" && typeof get(value, "text") === "string";
}
