import type { Json } from "../../json/json.ts";
import type { Pointer } from "../../json/pointer.ts";
import { items, locate, splice } from "../../trace/json-text.ts";

/** Changes in the text of a request; all else stays byte for byte, since providers cache what they have seen before. */

/** `request` with `elements` behind the last of the list at `pointer`; undefined where there is no list. */
export function appended(request: string, pointer: Pointer, elements: readonly Json[]): string | undefined {
  if (elements.length === 0) return request;
  const list = locate(request, pointer);
  const found = list && items(request, list.start);
  if (!list || !found) return undefined;
  const last = found.spans.at(-1);
  const at = last?.end ?? list.start + 1;
  const separator = found.separator ?? ",";
  const text = elements.map((element) => JSON.stringify(element)).join(separator);
  return splice(request, [{ start: at, end: at, by: last === undefined ? text : `${separator}${text}` }]);
}

/** `request` with the value at `pointer` replaced; undefined where there is none. */
export function replaced(request: string, pointer: Pointer, by: Json): string | undefined {
  const span = locate(request, pointer);
  return span && splice(request, [{ ...span, by: JSON.stringify(by) }]);
}
