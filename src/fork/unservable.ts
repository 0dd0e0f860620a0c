import { storedCallFields } from "../replay/stored-call-fields.ts";
import type { Run } from "../run/run.ts";

/** Why a command cannot be forked from a run of which nothing passed through vcr, in words. */
export function whyUnservable(run: Run): string {
  if (run.format !== "vcr") return `${run.formatTitle} keeps no requests as they were sent`;
  for (let i = 0; i < run.length; i++)
    if (!run.row(i).derived && storedCallFields(run.body(i)).returns !== undefined)
      return 'its calls are those of wrapped functions: fork(path, {at}, fn) of "agent-vcr" forks them inside the program';
  return "none of its calls went over the wire";
}
