import type { Rules } from "../../identity/rules.ts";
import type { Masker } from "../../redact/masker.ts";
import { callLabel } from "../calls/call-label.ts";
import { callSimilarity } from "../matching/call-similarity.ts";
import type { AskedCall, Matcher, RecordedCall } from "../matching/matcher.ts";
import { sharesAny } from "../matching/strict-matcher.ts";
import type { Miss, NearCall } from "./miss.ts";
import { remedy } from "./remedy.ts";
import { requestDifference } from "./request-difference.ts";

/** Calls of the same place that are compared with one that nothing answers. */
const COMPARED = 64;

export interface MissContext {
  readonly calls: readonly RecordedCall[];
  /** Calls that nobody answered when they were recorded. */
  readonly unanswered: readonly AskedCall[];
  readonly matcher: Pick<Matcher, "name" | "positional">;
  readonly rules: Rules;
  /** By which differences are masked. */
  readonly masker?: Masker | undefined;
}

/** Why nothing recorded answers `call`, and what would have made it served. */
export function explainMiss(call: AskedCall, context: MissContext): Miss {
  const label = callLabel(call);
  const equal = context.calls.filter((each) => sharesAny(each.exact, call.exact));
  const free = equal.find((each) => !each.served);
  if (free !== undefined) return outOfOrder(call, free, context);
  const [served] = equal;
  if (served !== undefined) {
    const times = equal.length === 1 ? "once" : `${equal.length} times`;
    const words = `it was recorded ${times} and has been served`;
    return { reason: "already-served", label, nearest: near(call, served), words };
  }
  if (context.unanswered.some((each) => sharesAny(each.exact, call.exact)))
    return { reason: "never-recorded", label, words: "it was never answered when it was recorded" };
  const nearest = nearestCalls(call, context.calls)[0];
  if (nearest === undefined) return otherPlace(call, context);
  const difference = requestDifference(call, nearest, context);
  const hint = remedy(call, nearest, context);
  return {
    reason: "differs",
    label,
    nearest: near(call, nearest),
    ...(difference && { difference }),
    words: difference === undefined ? "it differs" : `it differs at ${difference.pointer || "/"}`,
    ...(hint === undefined ? {} : { hint }),
  };
}

/** Unserved calls of the same place by likeness, the likest first; where all were served, those. */
export function nearestCalls(call: AskedCall, calls: readonly RecordedCall[]): readonly RecordedCall[] {
  const same = calls.filter((each) => each.place === call.place);
  const free = same.filter((each) => !each.served);
  const compared = (free.length > 0 ? free : same).slice(0, COMPARED);
  const scored = compared.map((each) => ({ each, score: callSimilarity(call, each) }));
  return scored.sort((a, b) => b.score - a.score || a.each.step - b.each.step).map(({ each }) => each);
}

function near(call: AskedCall, recorded: RecordedCall): NearCall {
  return { step: recorded.step, label: callLabel(recorded), similarity: callSimilarity(call, recorded) };
}

function outOfOrder(call: AskedCall, recorded: RecordedCall, { calls, matcher }: MissContext): Miss {
  const next = calls.find((each) => !each.served);
  const hint = matcher.name === "strict" ? "--match identity serves calls in any order" : undefined;
  return {
    reason: "differs",
    label: callLabel(call),
    nearest: near(call, recorded),
    words:
      next === undefined || next === recorded
        ? "it is out of order"
        : `it comes before step ${next.step}, which was recorded earlier`,
    ...(hint === undefined ? {} : { hint }),
  };
}

function otherPlace(call: AskedCall, { calls }: MissContext): Miss {
  const label = callLabel(call);
  const places = [...new Set(calls.filter((each) => each.kind === call.kind).map((each) => each.place))];
  if (call.kind !== "llm" || places.length === 0)
    return { reason: "never-recorded", label, words: `no call of ${call.place} was recorded` };
  return {
    reason: "wrong-endpoint",
    label,
    words: `no call of ${call.place} was recorded; recorded were ${places.slice(0, 3).join(", ")}`,
  };
}
