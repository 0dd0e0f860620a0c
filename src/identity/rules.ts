import { NOISE } from "./noise.ts";
import { type PatternState, patterns } from "./pointer-pattern.ts";
import type { Scrub } from "./scrub.ts";

/** What counts as the same. The plain rules are exact; each option makes more requests equal. */
export interface RuleOptions {
  /** For a diff the streaming flag and seals of the vendor do not count. @default "replay" */
  readonly purpose?: "replay" | "diff";
  /** JSON pointers of what is left out; `*` any key or index, `**` any depth. */
  readonly ignore?: readonly string[];
  readonly scrub?: readonly Scrub[];
  /** What tools answered does not count. */
  readonly pinTools?: boolean;
}

export interface Rules {
  readonly purpose: "replay" | "diff";
  /** Our own table: stops at the agent's own data. */
  readonly noise: PatternState;
  /** The user's: goes everywhere. */
  readonly ignore: PatternState;
  readonly scrub: readonly Scrub[];
  readonly pinTools: boolean;
}

/** Goes up with every change of what these rules make of a request; stored beside an identity as `fpv`. */
export const RULES_VERSION = 1;

/** @throws RangeError when a pattern of `ignore` is no pointer (see `patternProblem`). */
export function rulesOf(options: RuleOptions = {}): Rules {
  const { purpose = "replay", ignore = [], scrub = [], pinTools = false } = options;
  return {
    purpose,
    noise: noiseFor(purpose),
    ignore: ignore.length === 0 ? NOTHING : patterns(ignore),
    scrub,
    pinTools,
  };
}

const NOTHING = patterns([]);
const noises = new Map<Rules["purpose"], PatternState>();

/** Made once: what has been followed through the table is known to all who ask. */
function noiseFor(purpose: Rules["purpose"]): PatternState {
  const known = noises.get(purpose);
  if (known !== undefined) return known;
  const table = NOISE.filter((rule) => purpose === "diff" || !rule.diffOnly);
  const made = patterns(table.map((rule) => rule.pointer));
  noises.set(purpose, made);
  return made;
}
