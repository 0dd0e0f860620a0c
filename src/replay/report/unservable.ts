import type { Run } from "../../run/run.ts";
import type { Recording } from "../recording.ts";

/** Why no call of a run can be answered from it, in words. */
export function whyUnservable(run: Run, { unanswered }: Pick<Recording, "unanswered">): string {
  if (run.format !== "vcr") return `${run.formatTitle} keeps no requests as they were sent`;
  if (run.length === 0) return "nothing was recorded in it";
  if (unanswered.length > 0) return `${unanswered.length} call(s) of it got no answer when it was recorded`;
  return "no call of it keeps its request as it was sent";
}
