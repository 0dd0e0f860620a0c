import type { JsonObject } from "../json/json.ts";

/** What calls of a run have cost. */
export interface Spent {
  /** "about $0.01", "at least $0.01", "cost unknown" */
  readonly words: string;
  /** USD; undefined: nothing is known. */
  readonly usd: number | undefined;
  /** Some call cost more than is known. */
  readonly atLeast: boolean;
}

/** As `vcr stats --json` has it. */
export function spentJson({ usd, atLeast }: Spent): JsonObject {
  return { ...(usd === undefined ? {} : { usd }), atLeast };
}
