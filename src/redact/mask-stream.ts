import { applyEdits, disjoint, type MaskEdit, pointersOf } from "./edit.ts";
import { decoded, jsonTokens } from "./json-tokens.ts";
import type { Masker } from "./masker.ts";
import { isSecretArgument, placeholder } from "./secret-names.ts";

/**
 * Masks the raw text of a stream (server-sent events, lines of JSON). A secret may be spread over the deltas of several events: texts of the
 * same place are read as one, its placeholder goes to the first event it touches, and the others lose their part of it.
 */

export interface MaskedStream {
  readonly text: string;
  /** `/<number of the data line>` and the pointer into its JSON. */
  readonly masked: readonly string[];
  readonly edits: readonly MaskEdit[];
}

/** A string of one data line. */
interface Leaf {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly pointer: string;
  readonly key: string | number;
}

export function maskStream(text: string, masker: Masker): MaskedStream {
  if (masker.off) return { text, masked: [], edits: [] };
  const tracks = new Map<string, Leaf[]>();
  const edits: MaskEdit[] = [];
  let number = 0;
  for (const line of linesOf(text)) {
    const from = /^[ \t]*(?:data:)?[ \t]*(?=[[{])/.exec(line.text)?.[0].length;
    if (from === undefined) {
      edits.push(...masker.edits(line.text).map((edit) => moved(edit, line.start)));
      continue;
    }
    for (const [track, leaf] of leavesOf(line.text, from)) {
      const leaves = tracks.get(track) ?? [];
      leaves.push({
        ...leaf,
        start: leaf.start + line.start,
        end: leaf.end + line.start,
        pointer: `/${number}${leaf.pointer}`,
      });
      tracks.set(track, leaves);
    }
    number++;
  }
  for (const leaves of tracks.values()) edits.push(...trackEdits(leaves, masker));
  const ordered = disjoint(edits);
  return { text: applyEdits(text, ordered), masked: pointersOf(ordered), edits: ordered };
}

function* linesOf(text: string): Generator<{ readonly text: string; readonly start: number }> {
  for (const match of text.matchAll(/[^\r\n]+/g)) yield { text: match[0], start: match.index };
}

/** The strings of a data line, each with the name of the place whose deltas belong together. */
function* leavesOf(line: string, from: number): Generator<[track: string, leaf: Leaf]> {
  // Which choice, block or call a delta belongs to stands in numbers beside it.
  const place = [...line.matchAll(/"(?:index|output_index|content_index|summary_index)"\s*:\s*(\d+)/g)]
    .map((match) => match[1])
    .join(",");
  for (const token of jsonTokens(line, from)) {
    if (token.kind !== "string") continue;
    const value = decoded(line.slice(token.start, token.end));
    const pointer = token.pointer();
    const track = isLabel(token.key) ? `${pointer}|${value}` : `${pointer}|${place}`;
    yield [track, { start: token.start, end: token.end, value, pointer, key: token.key }];
  }
}

/** Fields that every event repeats: no pieces of a longer text. */
const LABELS = new Set([
  "id",
  "model",
  "object",
  "type",
  "role",
  "item_id",
  "system_fingerprint",
  "service_tier",
  "name",
]);

function isLabel(key: string | number): boolean {
  return typeof key === "string" && LABELS.has(key);
}

function trackEdits(leaves: readonly Leaf[], masker: Masker): MaskEdit[] {
  const joined = isLabel(leaves[0]?.key ?? 0) ? (leaves[0]?.value ?? "") : leaves.map(({ value }) => value).join("");
  const found = masker.edits(joined);
  let at = 0;
  return leaves.flatMap((leaf) => {
    const start = at;
    if (!isLabel(leaf.key)) at += leaf.value.length;
    const named = typeof leaf.key === "string" && isSecretArgument(leaf.key) && leaf.value.length >= 8;
    const inside = found.flatMap((edit) => part(edit, start, start + leaf.value.length));
    if (inside.length === 0 && !named) return [];
    const name = placeholder(String(leaf.key));
    const by = inside.length > 0 ? applyEdits(leaf.value, inside) : name;
    const secrets =
      inside.length > 0 ? inside.flatMap((edit) => edit.secrets) : [{ placeholder: name, value: leaf.value }];
    return [{ start: leaf.start, end: leaf.end, by: JSON.stringify(by), pointer: leaf.pointer, secrets }];
  });
}

/** What of `edit` lies between `from` and `to`, counted from `from`; the replacement goes with its beginning. */
function part(edit: MaskEdit, from: number, to: number): MaskEdit[] {
  const start = Math.max(edit.start, from);
  const end = Math.min(edit.end, to);
  if (start >= end) return [];
  const { by, secrets } = edit.start >= from ? edit : { by: "", secrets: [] };
  return [{ start: start - from, end: end - from, by, pointer: "", secrets }];
}

function moved(edit: MaskEdit, by: number): MaskEdit {
  return { ...edit, start: edit.start + by, end: edit.end + by };
}
