import type { PayloadOp } from "../../src/diff/payload/payload-diff.ts";
import { isArray, isObject, type Json } from "../../src/json/json.ts";
import { childPointer, getPointer, parsePointer } from "../../src/json/pointer.ts";

/**
 * Carries out a payload diff: B from A, and from the differences alone. In an array, items that were added or moved
 * stand where they say; the others keep their order in the places that are left.
 */
export function applied(a: Json, ops: readonly PayloadOp[], from = "", to = ""): Json {
  const own = ops.find((op) => op.op === "changed" && op.from === from && op.to === to);
  if (own?.op === "changed") return own.after;
  if (isArray(a)) return appliedArray(a, ops, { from, to });
  if (!isObject(a)) return a;
  const gone = new Set(ops.flatMap((op) => (op.op === "removed" && parentPointer(op.from) === from ? [op.from] : [])));
  const members = Object.entries(a).flatMap(([key, value]): [string, Json][] =>
    gone.has(childPointer(from, key))
      ? []
      : [[key, applied(value, ops, childPointer(from, key), childPointer(to, key))]],
  );
  const added = ops.flatMap((op): [string, Json][] =>
    op.op === "added" && op.from === from && parentPointer(op.to) === to ? [[lastToken(op.to), op.after]] : [],
  );
  return Object.fromEntries([...members, ...added]);
}

function appliedArray(a: readonly Json[], ops: readonly PayloadOp[], { from, to }: { from: string; to: string }): Json {
  const leaves = new Set(
    ops.flatMap((op) =>
      (op.op === "removed" || op.op === "moved") && parentPointer(op.from) === from ? [op.from] : [],
    ),
  );
  const placed = new Map<number, Json>();
  for (const op of ops) {
    if (op.op === "added" && op.from === from && parentPointer(op.to) === to)
      placed.set(Number(lastToken(op.to)), op.after);
    if (op.op === "moved" && parentPointer(op.to) === to)
      placed.set(Number(lastToken(op.to)), getPointer(a, op.from.slice(from.length)) ?? null);
  }
  const stay = a.flatMap((_, i) => (leaves.has(childPointer(from, i)) ? [] : [i]));
  const made: Json[] = [];
  for (let j = 0; placed.has(j) || stay.length > 0; j++) {
    if (placed.has(j)) made.push(placed.get(j)!);
    else {
      const i = stay.shift()!;
      made.push(applied(a[i]!, ops, childPointer(from, i), childPointer(to, j)));
    }
  }
  return made;
}

function lastToken(pointer: string): string {
  return parsePointer(pointer)?.at(-1) ?? "";
}

/** Undefined for the whole value. */
function parentPointer(pointer: string): string | undefined {
  return pointer === "" ? undefined : pointer.slice(0, pointer.lastIndexOf("/"));
}
