import type { Json } from "../../json/json.ts";
import { dialectById } from "../../providers/registry.ts";
import type { Recording } from "../../replay/recording.ts";
import type { Secrets } from "../../replay/restore-secrets.ts";
import type { Run } from "../../run/run.ts";
import { composedStart } from "../continuation/composed-start.ts";
import { type PreparedStart, recordedStart } from "../continuation/recorded-start.ts";
import { type Rewrite, rewriteJson } from "../rewrite/rewrite.ts";
import type { EditSpec } from "./edit-spec.ts";
import { type ParameterSpec, parameterRewrites } from "./parameters.ts";
import { type ForkPlan, forkPlan } from "./plan.ts";

/** What a continuation does, decided before anything starts. */
export interface PreparedContinuation {
  readonly start: PreparedStart;
  /** Of the gateway that it asks through: everything goes live, with these changes. */
  readonly plan: ForkPlan;
  /** Answers of its past that were edited. */
  readonly answers: ForkPlan["answers"];
  /** Results of recorded tools that were edited. */
  readonly rewrites: readonly Rewrite[];
  /** For the header of the new run. */
  readonly edits: readonly Json[];
  /** Its past can be replayed: it was recorded as it was sent. */
  readonly replayable: boolean;
}

export interface ContinuationFlags {
  readonly at: string | undefined;
  readonly edits: readonly EditSpec[];
  readonly model: string | undefined;
  readonly params: readonly ParameterSpec[];
  /** Makes the request anew of the messages, for this vendor. */
  readonly provider: string | undefined;
  readonly say: string | undefined;
  readonly secrets: Secrets;
}

/** @throws VcrError that says what cannot be, and why. */
export function prepareContinuation(run: Run, recording: Recording, flags: ContinuationFlags): PreparedContinuation {
  const exact = flags.provider === undefined && isRecordedExactly(recording);
  return exact ? ofRequests(run, recording, flags) : ofMessages(run, flags);
}

function isRecordedExactly({ calls, unanswered }: Recording): boolean {
  return [...calls, ...unanswered].some(
    ({ kind, op }) => kind === "llm" && op !== undefined && dialectById(op)?.goingOn !== undefined,
  );
}

function ofRequests(run: Run, recording: Recording, flags: ContinuationFlags): PreparedContinuation {
  const { at, edits, model, params, secrets, say } = flags;
  const plan = forkPlan(run, recording, {
    at: at ?? (edits.length > 0 ? undefined : "end"),
    edits,
    model,
    params,
    once: false,
    secrets,
  });
  const start = recordedStart({ run, recording, plan, secrets }, say);
  const { answers, rewrites } = plan;
  return { start, plan: liveOnly(plan), answers, rewrites, edits: plan.edits, replayable: true };
}

function ofMessages(run: Run, { at, edits, model, params, provider, say }: ContinuationFlags): PreparedContinuation {
  const start = composedStart(run, { at: at ?? (edits.length > 0 ? undefined : "end"), edits, model, provider, say });
  const parameters = parameterRewrites({ model: undefined, params }, start.at);
  const all = [...start.rewrites, ...parameterRewrites({ model, params }, start.at)];
  const plan = { limit: start.at, past: NO_PAST, rewrites: parameters, answers: new Map(), edits: [], notes: [] };
  return {
    start,
    plan,
    answers: plan.answers,
    rewrites: start.rewrites,
    edits: all.map((each) => rewriteJson(each)),
    replayable: false,
  };
}

const NO_PAST: ForkPlan["past"] = { calls: [], firstHolder: () => undefined, states: [] };

/** Nothing is served: what was answered stands in the conversation. */
function liveOnly(plan: ForkPlan): ForkPlan {
  return { ...plan, past: NO_PAST, answers: new Map() };
}
