import type { Run } from "../run/run.ts";
import type { Recording } from "./recording.ts";
import { storedCallFields } from "./stored-call-fields.ts";

/** The tools of a recording: those whose calls pass through us are answered from it, the others run for real again. */
export interface ToolsOfRun {
  readonly served: readonly string[];
  readonly real: readonly string[];
}

export function toolsOfRun(run: Run, recordings: readonly Recording[]): ToolsOfRun {
  const calls = recordings.flatMap((recording) => recording.calls);
  const served = new Set(calls.filter(({ kind }) => kind === "tool").map(({ name }) => name));
  const real = new Set<string>();
  for (let i = 0; i < run.length; i++) {
    const row = run.row(i);
    const name = row.name ?? "tool";
    if (row.kind === "tool" && !served.has(name) && !(row.derived ? ranAtVendor(run, i) : isWrapped(run, i)))
      real.add(name);
  }
  return { served: [...served].sort(), real: [...real].sort() };
}

/** Its result stands in the answer that asked for it. */
function ranAtVendor(run: Run, i: number): boolean {
  const { result, resultStep } = run.tool(i);
  return result !== undefined && resultStep === undefined;
}

/** Of a wrapped function, and not served: it was called inside of one that is, so it does not run. */
function isWrapped(run: Run, i: number): boolean {
  return storedCallFields(run.body(i)).returns !== undefined;
}
