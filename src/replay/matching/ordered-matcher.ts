import { CallIndex, indexedBy } from "./call-index.ts";
import type { AskedCall, Match, Matcher, RecordedCall } from "./matcher.ts";
import { sharesAny } from "./strict-matcher.ts";

/** The next unserved call of the same kind and endpoint (or tool), whatever it contains. */
export function orderedMatcher(): Matcher {
  const places = indexedBy((recorded) => new CallIndex(recorded, (call) => [call.place]));
  return {
    name: "ordered",
    positional: true,
    take(call: AskedCall, recorded: readonly RecordedCall[], limit: number): Match | null {
      const next = places(recorded).firstOf([call.place], limit);
      if (next === undefined) return null;
      if (sharesAny(call.exact, next.exact)) return { event: next, exact: true };
      return { event: next, exact: false, note: "the next one in order, its request differs" };
    },
  };
}
