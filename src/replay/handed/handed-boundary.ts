import { readFileSync } from "node:fs";
import { field, number, parse } from "../../json/json.ts";

/** How far a fork is, for the programs that serve handed calls themselves: they have to know at once. */
export interface HandedBoundary {
  /** Recorded calls before the boundary that nobody has made on the wire. */
  readonly unserved: number;
  /** The agent has been given a live answer, or an edited one. */
  readonly fresh: boolean;
}

/** Text of the file. */
export function boundaryText({ unserved, fresh }: HandedBoundary): string {
  return JSON.stringify({ unserved, fresh });
}

/** While it cannot be read nothing is past the boundary. */
export function boundaryOf(path: string): HandedBoundary {
  const said = parse(readFileSync(path, "utf8"));
  return { unserved: number(field(said, "unserved")) ?? 1, fresh: field(said, "fresh") === true };
}
