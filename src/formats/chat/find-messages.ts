import { field, isArray, isObject, type Json, text } from "../../json/json.ts";
import { elements, members } from "../json-scan.ts";

/** Finds conversations in a JSON value nobody told us the format of: arrays whose items have a `role`. */

const ROLES = new Set([
  "system",
  "developer",
  "user",
  "human",
  "assistant",
  "ai",
  "model",
  "tool",
  "function",
  "environment",
]);
/** How deep to look, and at how many values: a hostile file must not keep anyone busy. */
const MAX_DEPTH = 12;
const MAX_VALUES = 200_000;

/** Keys on the way from the value to the array; "*" stands for every element of an array. */
export type Path = readonly string[];

export function isChatMessage(value: Json | undefined): boolean {
  return ROLES.has(text(field(value, "role")) ?? "");
}

function isConversation(list: readonly Json[]): boolean {
  const messages = list.reduce<number>((count, item) => count + (isChatMessage(item) ? 1 : 0), 0);
  return messages > 0 && messages * 2 >= list.length;
}

/**
 * The path of the conversations in `value`: of all that there are the one with the fewest steps (copies of a conversation
 * lie deeper, with each step that was asked with them), and among equals the one with most messages.
 */
export function conversationPath(value: Json): Path | undefined {
  let level: { readonly value: Json; readonly path: Path }[] = [{ value, path: [] }];
  let looked = 0;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const found = new Map<string, { readonly path: Path; count: number }>();
    const next: typeof level = [];
    for (const { value: each, path } of level) {
      if (++looked > MAX_VALUES) return undefined;
      if (isArray(each) && isConversation(each)) {
        const key = JSON.stringify(path);
        const known = found.get(key) ?? { path, count: 0 };
        known.count += each.length;
        found.set(key, known);
      } else if (isArray(each)) for (const item of each) push(next, item, [...path, "*"]);
      else if (isObject(each)) for (const [key, item] of Object.entries(each)) push(next, item, [...path, key]);
    }
    const best = [...found.values()].sort((a, b) => b.count - a.count)[0];
    if (best !== undefined) return best.path;
    level = next;
  }
  return undefined;
}

function push(level: { value: Json; path: Path }[], value: Json, path: Path): void {
  if (typeof value === "object" && value !== null) level.push({ value, path });
}

export type Range = readonly [start: number, end: number];

/** A conversation in the bytes of its file: the object it is a member of, and its messages. */
export interface Place {
  /** The innermost object around the array; undefined where there is none. */
  readonly container: Range | undefined;
  readonly messages: readonly Range[];
}

/** Where the conversations at `path` lie in `bytes`. */
export function placesOf(bytes: Buffer, path: Path): readonly Place[] {
  let at: { readonly range: Range; readonly container: Range | undefined }[] = [
    { range: [0, bytes.length], container: undefined },
  ];
  for (const step of path) {
    at = at.flatMap(({ range, container }) => {
      if (step === "*") return elements(bytes, range[0], range[1]).map((each) => ({ range: each, container }));
      const member = members(bytes, range[0], range[1])?.get(step);
      return member === undefined ? [] : [{ range: member, container: range }];
    });
  }
  return at.map(({ range, container }) => ({ container, messages: elements(bytes, range[0], range[1]) }));
}
