import type { Matcher } from "../../replay/matching/matcher.ts";
import { VcrError } from "../../trace/errors.ts";
import type { CallBoundary } from "./call-boundary.ts";

/**
 * A matcher below the boundary of a fork. When the program holds something that the recording did not give, only equal
 * calls are served: a loose answer would belong to another question.
 */
export function limitedMatcher(inner: Matcher, boundary: Pick<CallBoundary, "limit" | "fresh">): Matcher {
  const { limit } = boundary;
  return {
    name: inner.name,
    positional: inner.positional,
    take(call, recorded, most) {
      const match = inner.take(call, recorded, Math.min(most, limit));
      if (match !== null && match.event.step >= limit)
        throw new VcrError(`the matcher ${inner.name} gave step ${match.event.step} for a fork at step ${limit}`, {
          code: "matcher",
          hint: "calls whose step is `limit` or more must not be given",
        });
      return match !== null && !match.exact && boundary.fresh ? null : match;
    },
  };
}
