import { isObject, type JsonObject, parse } from "../../json/json.ts";
import { BEGINNINGS } from "./line-head.ts";

/** A line that is no JSON because the end of one is missing: where the next one begins in it. */

/** A hostile line may hold a million beginnings; so many are tried. */
const TRIES = 64;

export interface Glued {
  /** Where the whole line begins that is glued to the torn one. */
  readonly at: number;
  readonly value: JsonObject;
}

/** The first place behind the start from which the rest of `line` is one of our lines, whole. */
export function findGlued(line: Buffer): Glued | undefined {
  for (const at of beginnings(line).slice(0, TRIES)) {
    const value = parse(line.toString("utf8", at, line.length));
    if (isObject(value)) return { at, value };
  }
  return undefined;
}

/** Whether a line's beginning stands anywhere but at the start. */
export function mayBeGlued(line: Buffer): boolean {
  return BEGINNINGS.some(([, beginning]) => line.indexOf(beginning, 1) > 0);
}

function beginnings(line: Buffer): number[] {
  const found: number[] = [];
  for (const [, beginning] of BEGINNINGS) {
    let at = line.indexOf(beginning, 1);
    for (let tries = 0; at > 0 && tries < TRIES; tries++) {
      found.push(at);
      at = line.indexOf(beginning, at + 1);
    }
  }
  return found.sort((a, b) => a - b);
}
