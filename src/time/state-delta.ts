import { type PayloadDiff, payloadDiff } from "../diff/payload/payload-diff.ts";
import { sameJson } from "../identity/canonical.ts";
import type { Json } from "../json/json.ts";
import type { Row, Run } from "../run/run.ts";
import type { StepName } from "../trace/event.ts";

/** What a step made of the state; pointers begin at the state. */
export interface StateDelta extends PayloadDiff {
  /** The step whose state it is compared with; undefined: the state before this step itself. */
  readonly since?: StepName;
}

/** Events that stand for a state: they have tabs Before and After. */
export function isState({ kind }: Pick<Row, "kind">): boolean {
  return kind === "node" || kind === "checkpoint";
}

/** The state as it was after event i; undefined where it was not kept. */
export function stateAfter(run: Run, i: number): Json | undefined {
  const body = run.body(i);
  return body.after ?? body.response?.json;
}

export function stateBefore(run: Run, i: number): Json | undefined {
  const body = run.body(i);
  return body.before ?? body.request?.json;
}

/**
 * What changed: from the state before the step to the state after it. A checkpoint changes nothing by itself, and what
 * keeps no state before it cannot tell: these are compared with the state that the same agent had last.
 * Undefined for what is no state, and for the first one.
 */
export function stateDelta(run: Run, i: number): StateDelta | undefined {
  const row = run.row(i);
  const after = stateAfter(run, i);
  if (!isState(row) || after === undefined) return undefined;
  const own = stateBefore(run, i);
  if (own !== undefined && (row.kind === "node" || !sameJson(own, after))) return payloadDiff(own, after);
  for (let at = i - 1; at >= 0; at--) {
    const earlier = run.row(at);
    const state = isState(earlier) && earlier.agent === row.agent ? stateAfter(run, at) : undefined;
    if (state !== undefined) return { ...payloadDiff(state, after), since: earlier.step };
  }
  return undefined;
}
