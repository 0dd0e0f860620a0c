import type { Recording } from "../../replay/recording.ts";
import type { Secrets } from "../../replay/restore-secrets.ts";
import type { Run } from "../../run/run.ts";
import type { ForkPlan } from "./plan.ts";

/** A recording and what is to become of it. */
export interface PlannedRun {
  readonly run: Run;
  readonly recording: Recording;
  readonly plan: ForkPlan;
  readonly secrets: Secrets;
}
