import { identityMatcher } from "../replay/identity-matcher.ts";
import type { Matcher } from "../replay/matcher.ts";

/** Equal identity below the fork's boundary. */
export function forkMatcher(limit: number): Matcher {
  const inner = identityMatcher();
  return { ...inner, take: (call, recorded, most) => inner.take(call, recorded, Math.min(most, limit)) };
}
