import type { Json } from "../json/json.ts";
import { elements, members } from "./json-scan.ts";
import { decodeJson } from "./json-values.ts";
import type { ItemList } from "./yaml-list.ts";

/** The items of the list under the names `path` in a JSON object, each with its place; those before the text breaks off stand. */
export function jsonList(bytes: Buffer, path: readonly string[]): ItemList<Json | undefined> {
  const from = bytes.indexOf("{");
  const whole = members(bytes, from, bytes.length);
  const range = path.reduce<readonly [number, number] | undefined>(
    (at, name) => at && members(bytes, at[0], at[1], true)?.get(name),
    [from, bytes.length],
  );
  const items = (range === undefined ? [] : elements(bytes, range[0], range[1])).map(([start, end]) => ({
    segment: { source: 0, offset: start, length: end - start },
    value: () => decodeJson(bytes.subarray(start, end)),
  }));
  if (whole !== undefined) return { items };
  const offset = items.reduce((end, { segment }) => Math.max(end, segment.offset + segment.length), 0);
  const line = bytes.toString("latin1", 0, offset).split("\n").length;
  const expected = "JSON to the end of the file, found it broken or cut off";
  return { items, damage: { source: 0, line, offset, length: bytes.length - offset, expected } };
}
