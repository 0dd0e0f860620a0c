import { basename } from "node:path";
import { firstLine } from "../../formats/first-line.ts";
import { field, isObject, parse, text } from "../../json/json.ts";
import type { RunFile } from "./file-walk.ts";

/** What a run can be called by besides its path: ids in its file's name and in its header. */

/** Fewer characters of an id name no run. */
export const SHORTEST_ID = 8;

const EXTENSIONS = /(\.(vcr|jsonl|ndjson|json|ya?ml|har|gz))+$/i;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HEX = /(?:^|-)([0-9a-f]{8,})$/i;
const HEAD_BYTES = 8 * 1024;

/** Ids that the file's name holds, the most telling first: a UUID, the hex at its end, the whole name. */
export function idsInName(path: string): readonly string[] {
  const stem = basename(path).replace(EXTENSIONS, "");
  const own = UUID.exec(stem)?.[0] ?? HEX.exec(stem)?.[1] ?? stem;
  return [...new Set([own, stem])].filter((id) => id.length >= SHORTEST_ID);
}

/** A few characters to tell runs apart by: the beginning of an id, else the file's name without its ending. */
export function shortName(path: string): string {
  const id = idsInName(path)[0];
  return id !== undefined && (UUID.test(id) || HEX.test(id))
    ? id.slice(0, SHORTEST_ID)
    : basename(path).replace(EXTENSIONS, "");
}

/** What to type for this run: the beginning of its id where the file lies in a place that is looked through, else its path. */
export function nameToType({ path, origin }: Pick<RunFile, "path" | "origin">): string {
  const id = idsInName(path)[0];
  const found = origin !== "named" && id !== undefined && (UUID.test(id) || HEX.test(id));
  return found ? id.slice(0, SHORTEST_ID) : path;
}

/** The id that the header of a native file gives; undefined for another file, or when it cannot be read. */
export function idInHeader(path: string): string | undefined {
  const header = parse(firstLine(path, HEAD_BYTES));
  return isObject(header) && field(header, "vcr") !== undefined ? text(field(header, "id")) : undefined;
}

/** A native run that came of replaying another one. */
export function isReplay(path: string): boolean {
  return text(field(field(parse(firstLine(path, HEAD_BYTES)), "parent"), "kind")) === "replay";
}
