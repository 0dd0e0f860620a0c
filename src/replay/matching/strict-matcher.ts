import { indexedBy } from "./call-index.ts";
import { WIDENED } from "./identity-matcher.ts";
import type { AskedCall, Match, Matcher, RecordedCall } from "./matcher.ts";

/** Equal identity and in recorded order: a call may come before an earlier one only if the two overlapped when they were recorded. */
export function strictMatcher(): Matcher {
  const cursorOf = indexedBy(() => ({ at: 0 }));
  return {
    name: "strict",
    positional: true,
    take(call: AskedCall, recorded: readonly RecordedCall[], limit: number): Match | null {
      const cursor = cursorOf(recorded);
      while (recorded[cursor.at]?.served === true) cursor.at++;
      let widened: RecordedCall | undefined;
      for (const next of nextCalls(recorded, cursor.at)) {
        if (next.step >= limit) break;
        if (call.asksLike?.(next) === true || sharesAny(call.exact, next.exact)) return { event: next, exact: true };
        if (widened === undefined && sharesAny(call.wide, next.wide)) widened = next;
      }
      return widened === undefined ? null : { event: widened, exact: false, note: WIDENED };
    },
  };
}

/** The first unserved call, and those that had begun before any unserved one ahead of them had ended. */
function* nextCalls(recorded: readonly RecordedCall[], from: number): Generator<RecordedCall> {
  let firstEnd = Number.POSITIVE_INFINITY;
  let first = true;
  for (let i = from; i < recorded.length; i++) {
    const call = recorded[i];
    if (call === undefined || call.served) continue;
    if (!first && !(call.at !== undefined && call.at < firstEnd)) return;
    yield call;
    first = false;
    firstEnd = Math.min(firstEnd, call.end ?? Number.NEGATIVE_INFINITY);
  }
}

export function sharesAny(a: readonly string[], b: readonly string[]): boolean {
  return a.some((each) => b.includes(each));
}
