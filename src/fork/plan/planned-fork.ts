import { type Recording, recordingSteps } from "../../replay/recording.ts";
import { replayRules } from "../../replay/replay-rules.ts";
import { whyUnservable } from "../../replay/report/unservable.ts";
import { Secrets } from "../../replay/restore-secrets.ts";
import type { Run } from "../../run/run.ts";
import { VcrError } from "../../trace/errors.ts";
import { type RecordedPast, recordedPastSteps } from "../recorded-past.ts";
import type { EditSpec } from "./edit-spec.ts";
import type { ParameterSpec } from "./parameters.ts";
import { forkPlan } from "./plan.ts";
import { BoundaryError, type BoundaryWords, EditError } from "./plan-errors.ts";
import { prepareContinuation } from "./prepared-continuation.ts";
import { continuationPreview, type Environment, type ForkPreview, forkPreviewSteps } from "./preview.ts";

/** A fork as somebody drafts it. */
export interface WantedFork {
  /** As `--at`; undefined: where the first edit is seen. */
  readonly at: string | undefined;
  readonly edits: readonly EditSpec[];
  readonly model: string | undefined;
  readonly params: readonly ParameterSpec[];
  /** Without the agent: vcr itself asks the model, and answers its tools from the recording. */
  readonly alone: boolean;
  /** What is said to the model then, if anything. */
  readonly say: string | undefined;
}

export type PlannedFork =
  | { readonly type: "planned"; readonly preview: ForkPreview; readonly alone: boolean }
  /** It cannot be done so. */
  | { readonly type: "refused"; readonly message: string; readonly hint: string | undefined }
  /** Nothing of the run can be served, whatever is wanted. */
  | { readonly type: "unservable"; readonly why: string };

const FIELDS: BoundaryWords = {
  at: (step) => `fork at ${step}`,
  use: (step) => `fork at ${step}`,
  given: (step) => `with the fork at ${step}`,
};

interface Basis {
  readonly version: number;
  readonly recording: Recording;
  /** Calls of wrapped functions. */
  readonly inside: Recording;
  readonly past: RecordedPast;
}

/** Worked out once for each run: edits do not change it. */
const BASES = new WeakMap<Run, Basis>();

/** What would become of it, in pieces short enough for a screen that answers keys meanwhile. The run must have been read. */
export function* plannedForkSteps(
  run: Run,
  wanted: WantedFork,
  environment: Environment,
): Generator<number, PlannedFork, undefined> {
  const { recording, inside, past } = yield* basisSteps(run);
  const secrets = new Secrets(environment);
  try {
    if (wanted.alone) {
      const prepared = prepareContinuation(run, recording, { ...wanted, provider: undefined, secrets });
      return { type: "planned", preview: continuationPreview(run, prepared, environment), alone: true };
    }
    if (recording.calls.length + recording.unanswered.length + inside.calls.length === 0)
      return { type: "unservable", why: whyUnservable(run, recording) };
    const plan = forkPlan(run, recording, { ...wanted, past, once: false, secrets });
    yield 0.9;
    const preview = yield* forkPreviewSteps({ run, recording, inside, plan }, secrets, environment);
    return { type: "planned", preview, alone: false };
  } catch (error) {
    if (error instanceof VcrError) return { type: "refused", ...inFields(error) };
    throw error;
  }
}

/** Nothing is typed in a form: it names what its fields hold, not the options of the command line. */
function inFields(error: VcrError): { readonly message: string; readonly hint: string | undefined } {
  if (error instanceof EditError) return { message: `edit ${error.place}: ${error.why}`, hint: error.hint };
  const { message, hint } = error instanceof BoundaryError ? error.tell(FIELDS) : error;
  return { message, hint };
}

function* basisSteps(run: Run): Generator<number, Basis, undefined> {
  const known = BASES.get(run);
  if (known?.version === run.version) return known;
  const { version } = run;
  const recording = yield* recordingSteps(run, replayRules({}), "wire");
  const inside = yield* recordingSteps(run, replayRules({}), "inside");
  const basis = { version, recording, inside, past: yield* recordedPastSteps(recording) };
  BASES.set(run, basis);
  return basis;
}
