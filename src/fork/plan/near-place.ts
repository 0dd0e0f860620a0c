import { isArray, isObject, type Json } from "../../json/json.ts";
import { childPointer, formatPointer, getPointer, type Pointer, parsePointer } from "../../json/pointer.ts";

/** Places that are looked at. */
const MOST = 20_000;
/** Members that are named. */
const NAMED = 12;

/**
 * Where a value has what `pointer` means and does not find: the first place that ends as it does, or as its beginning does
 * ("/tool_calls/0/x": "/choices/0/message/tool_calls/0"). Undefined where nothing is like it.
 */
export function nearPlace(value: Json, pointer: Pointer): Pointer | undefined {
  const tokens = parsePointer(pointer) ?? [];
  const places = placesIn(value);
  for (let length = tokens.length; length > 0; length--) {
    const end = formatPointer(tokens.slice(0, length));
    const found = places.find((place) => place.endsWith(end));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names of what stands at the deepest place on the way to `pointer` that there is. */
export function membersNear(
  value: Json,
  pointer: Pointer,
): { readonly at: Pointer; readonly names: readonly string[] } {
  const tokens = parsePointer(pointer) ?? [];
  const depth = tokens.findIndex((_, n) => getPointer(value, formatPointer(tokens.slice(0, n + 1))) === undefined);
  const at = formatPointer(depth < 0 ? tokens : tokens.slice(0, depth));
  return {
    at,
    names: childrenOf(getPointer(value, at) ?? null, "")
      .slice(0, NAMED)
      .map(([place]) => place),
  };
}

/** All places, those nearer to the top first. */
function placesIn(value: Json): readonly Pointer[] {
  const found: (readonly [Pointer, Json])[] = [["", value]];
  for (let n = 0; n < found.length && found.length < MOST; n++) {
    const [place, inner] = found[n]!;
    found.push(...childrenOf(inner, place));
  }
  return found.map(([place]) => place);
}

function childrenOf(value: Json, pointer: Pointer): readonly (readonly [Pointer, Json])[] {
  if (isArray(value)) return value.map((item, i) => [childPointer(pointer, i), item] as const);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined ? [] : [[childPointer(pointer, key), inner] as const],
  );
}
