import { sameJson } from "../../identity/canonical.ts";
import { rulesOf } from "../../identity/rules.ts";
import { type Json, type JsonObject, number, text } from "../../json/json.ts";
import { getPointer, parsePointer } from "../../json/pointer.ts";
import { defined } from "../../providers/defined.ts";
import type { Masker } from "../../redact/masker.ts";
import { callLabel } from "../../replay/calls/call-label.ts";
import { StoredCall } from "../../replay/calls/stored-call.ts";
import { callSimilarity } from "../../replay/matching/call-similarity.ts";
import type { RecordedCall } from "../../replay/matching/matcher.ts";
import type { Recording } from "../../replay/recording.ts";
import { differenceLines } from "../../replay/report/difference-lines.ts";
import { explainMiss, nearestCalls } from "../../replay/report/explain-miss.ts";
import type { Difference } from "../../replay/report/first-difference.ts";
import { requestDifference } from "../../replay/report/request-difference.ts";
import { savedMiss } from "../../replay/saved-fields.ts";
import type { Run } from "../../run/run.ts";
import type { StepName } from "../../trace/event.ts";

/** A call of a saved replay that had no recording, beside the recorded ones that are nearest to it. */
export interface ExplainedMiss {
  /** In the replay. */
  readonly step: StepName;
  /** The step in the recording that the replay itself has named. */
  readonly recorded: number | undefined;
  readonly call: string;
  readonly words: string;
  readonly hint: string | undefined;
  readonly nearest: readonly NearCall[];
}

interface NearCall {
  readonly step: number;
  readonly call: string;
  /** 0 to 1. */
  readonly similarity: number;
  readonly served: boolean;
  /** Undefined: equal in all that counts. */
  readonly difference: Difference | undefined;
}

/** Recorded calls that are compared with a miss. */
const NEAREST = 3;

/** What the replay itself has said of a miss counts: it knew by which rules it matched. */
export function explainedMiss(
  saved: Run,
  i: number,
  { recording, masker }: { readonly recording: Recording; readonly masker: Masker },
): ExplainedMiss {
  const { calls, unanswered } = recording;
  const rules = rulesOf();
  const call = new StoredCall(saved, saved.row(i), saved.body(i));
  call.identified([call.identity(rules)]);
  const told = savedMiss(saved.body(i));
  const miss = explainMiss(call, { calls, unanswered, matcher: { name: "identity", positional: false }, rules });
  const recorded = number(told?.nearest);
  const nearest = nearestFirst(call, calls, recorded).slice(0, NEAREST);
  return {
    ...{ step: saved.row(i).step, recorded, call: miss.label },
    words: text(told?.words) ?? miss.words,
    hint: told === undefined ? miss.hint : text(told.hint),
    nearest: nearest.map((near) => {
      const pointer = near.step === recorded ? text(told?.pointer) : undefined;
      return {
        ...{ step: near.step, call: callLabel(near), served: near.served },
        similarity: callSimilarity(call, near),
        difference: differenceAt(pointer, { call, near }, masker) ?? requestDifference(call, near, { rules, masker }),
      };
    }),
  };
}

export function* missLines({ step, recorded, call, words, hint, nearest }: ExplainedMiss): Generator<string> {
  const named = recorded === undefined ? "" : ` (recorded step ${recorded})`;
  yield `step ${step} of the replay${named} ${call}: no recording, ${words}`;
  if (hint !== undefined) yield `hint: ${hint}`;
  const seen = new Set<string>();
  for (const near of nearest) {
    yield `nearest: step ${near.step} ${near.call} (similarity ${near.similarity.toFixed(2)}${near.served ? ", served" : ""})`;
    if (near.difference === undefined) {
      yield "  equal in all that counts";
      continue;
    }
    const lines = differenceLines(near.difference).map((line) => `  ${line}`);
    const where = `  differs at ${pointerWords(near.difference.pointer)}`;
    const known = [where, ...lines].join("\n");
    if (seen.has(known)) yield `${where}, as above`;
    else yield* [where, ...lines];
    seen.add(known);
  }
}

export function missJson({ step, recorded, call, words, hint, nearest }: ExplainedMiss): JsonObject {
  return {
    ...{ step, call, why: words },
    ...defined({ recordedStep: recorded, hint }),
    nearest: nearest.map((near) => ({
      ...{ step: near.step, call: near.call, similarity: Math.round(near.similarity * 100) / 100, served: near.served },
      ...(near.difference && defined({ ...near.difference })),
    })),
  };
}

/** The recorded call that the replay itself named stands first. */
function nearestFirst(call: StoredCall, calls: Recording["calls"], step: number | undefined): readonly RecordedCall[] {
  const named = calls.find((each) => each.step === step);
  const others = nearestCalls(call, calls).filter((each) => each !== named);
  return named === undefined ? others : [named, ...others];
}

/** At the place that the replay has named, where the two are not equal there. */
function differenceAt(
  pointer: string | undefined,
  { call, near }: { readonly call: RecordedCall; readonly near: RecordedCall },
  masker: Masker,
): Difference | undefined {
  const value = ({ request }: RecordedCall): Json | undefined => {
    return request === undefined || pointer === undefined ? undefined : getPointer(masker.value(request), pointer);
  };
  if (pointer === undefined) return undefined;
  const [recorded, asked] = [value(near), value(call)];
  return sameJson(recorded, asked) ? undefined : { pointer, recorded, asked };
}

function pointerWords(pointer: string): string {
  return (parsePointer(pointer)?.length ?? 0) === 0 ? "/" : pointer;
}
