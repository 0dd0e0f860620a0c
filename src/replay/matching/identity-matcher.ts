import { CallIndex, indexedBy } from "./call-index.ts";
import type { AskedCall, Match, Matcher, RecordedCall } from "./matcher.ts";

export const WIDENED = "equal only by the rules given";

/** Equal identity, in any order; of equal calls the first recorded comes first. */
export function identityMatcher(): Matcher {
  const exact = indexedBy((recorded) => new CallIndex(recorded, (call) => call.exact));
  const wide = indexedBy((recorded) => new CallIndex(recorded, (call) => call.wide));
  return {
    name: "identity",
    positional: false,
    take(call: AskedCall, recorded: readonly RecordedCall[], limit: number): Match | null {
      const same = exact(recorded).firstOf(call.exact, limit);
      if (same !== undefined) return { event: same, exact: true };
      const alike = call.wide.length === 0 ? undefined : wide(recorded).firstOf(call.wide, limit);
      return alike === undefined ? null : { event: alike, exact: false, note: WIDENED };
    },
  };
}
