import { type Document, isMap, isSeq, LineCounter, type Tags, type YAMLMap } from "yaml";
import type { Damage, Segment } from "../trace/row-sink.ts";
import { parseYaml } from "./yaml-document.ts";

/** The items of one list in a YAML file, for cassettes: each with its place, made into values one by one. */

/** How many nodes the aliases of one item may stand for. */
const MAX_ALIASES = 100;

export interface Item<T = unknown> {
  readonly segment: Segment;
  /** Undefined where its aliases stand for too much. */
  value(): T;
}

export interface ItemList<T = unknown> {
  readonly items: readonly Item<T>[];
  /** The first thing that is no YAML; the items before it stand. */
  readonly damage?: Damage;
}

/** The list under the key `key` at the top of the document. `tags`: see `parseYaml`. */
export function yamlList(text: string, key: string, tags?: (tags: Tags) => Tags): ItemList {
  const lines = new LineCounter();
  try {
    const document = parseYaml(text, lines, tags);
    if (document === undefined) return { items: [] };
    const list = isMap(document.contents) ? document.get(key) : undefined;
    const items = isSeq(list) ? itemsOf(text, document, list.items) : [];
    const error = document.errors[0];
    return error === undefined ? { items } : { items, damage: damageOf(text, lines, error) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const expected = `YAML, found it ${message}`;
    return { items: [], damage: { source: 0, line: 1, offset: 0, length: Buffer.byteLength(text), expected } };
  }
}

function damageOf(
  text: string,
  lines: LineCounter,
  error: { readonly message: string; readonly pos: readonly [number, number] },
): Damage {
  const [start, end] = error.pos;
  const offset = Buffer.byteLength(text.slice(0, start));
  const length = Buffer.byteLength(text.slice(start, end));
  return { source: 0, line: lines.linePos(start).line, offset, length, expected: `YAML: ${error.message}` };
}

/** Where each item lies: the parser counts characters, a source counts bytes. */
function itemsOf(text: string, document: Document.Parsed, nodes: readonly unknown[]): readonly Item[] {
  let characters = 0;
  let bytes = 0;
  const items: Item[] = [];
  for (const node of nodes) {
    if (!isMap(node) || !node.range) continue;
    const [start, end] = node.range;
    bytes += Buffer.byteLength(text.slice(characters, start));
    const length = Buffer.byteLength(text.slice(start, end));
    items.push({ segment: { source: 0, offset: bytes, length }, value: () => plainValue(node, document) });
    bytes += length;
    characters = end;
  }
  return items;
}

function plainValue(node: YAMLMap, document: Document.Parsed): unknown {
  try {
    return node.toJS(document, { maxAliasCount: MAX_ALIASES });
  } catch {
    return undefined;
  }
}
