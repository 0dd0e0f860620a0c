import { VcrError } from "../../trace/errors.ts";
import { indexedBy } from "./call-index.ts";
import { callSimilarity } from "./call-similarity.ts";
import { identityMatcher } from "./identity-matcher.ts";
import type { AskedCall, Match, Matcher, RecordedCall } from "./matcher.ts";
import { UnservedChain } from "./unserved-chain.ts";

export interface FuzzyOptions {
  /** Least similarity, 0..1. @default 0.6 */
  readonly threshold?: number;
  /** How many unserved calls of the same place are compared. @default 8 */
  readonly window?: number;
}

/**
 * Equal identity first, else the most similar of the next unserved calls of the same kind and name; of equals the earliest.
 * @throws VcrError "usage" for numbers that are none of these
 */
export function fuzzyMatcher({ threshold = 0.6, window = 8 }: FuzzyOptions = {}): Matcher {
  if (!(threshold >= 0 && threshold <= 1))
    throw new VcrError(`threshold ${threshold}: expected a number from 0 to 1`, { code: "usage" });
  if (!Number.isInteger(window) || window < 1)
    throw new VcrError(`window ${window}: expected a whole number from 1`, { code: "usage" });
  const identity = identityMatcher();
  const chains = indexedBy(chainsByPlace);
  return {
    name: "fuzzy",
    positional: true,
    take(call: AskedCall, recorded: readonly RecordedCall[], limit: number): Match | null {
      const equal = identity.take(call, recorded, limit);
      if (equal !== null) return equal;
      const near = chains(recorded).get(call.place)?.front(window, limit) ?? [];
      let best: { readonly event: RecordedCall; readonly score: number; readonly skipped: number } | undefined;
      for (const [skipped, event] of near.entries()) {
        const score = callSimilarity(call, event);
        if (score >= threshold && score > (best?.score ?? -1)) best = { event, score, skipped };
      }
      if (best === undefined) return null;
      const skipped = best.skipped === 0 ? "" : `, ${best.skipped} earlier one(s) skipped`;
      return { event: best.event, exact: false, note: `similar (${best.score.toFixed(2)})${skipped}` };
    },
  };
}

function chainsByPlace(recorded: readonly RecordedCall[]): ReadonlyMap<string, UnservedChain> {
  const chains = new Map<string, UnservedChain>();
  for (const call of recorded) {
    const chain = chains.get(call.place) ?? new UnservedChain();
    chains.set(call.place, chain);
    chain.push(call);
  }
  return chains;
}
