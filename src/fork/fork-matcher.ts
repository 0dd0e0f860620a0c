import type { Matcher } from "../replay/matching/matcher.ts";
import { matcherOf } from "../replay/matching/matcher-by-name.ts";

/** A fork serves no answer to a question that was not asked: only rules of equal identity are for it. */
export const FORK_MATCHERS = ["identity", "parallel", "strict"] as const;
export type ForkMatcherName = (typeof FORK_MATCHERS)[number];

/** Equal identity below the fork's boundary. */
export function forkMatcher(limit: number, name: ForkMatcherName = "identity"): Matcher {
  const inner = matcherOf(name);
  return { ...inner, take: (call, recorded, most) => inner.take(call, recorded, Math.min(most, limit)) };
}
