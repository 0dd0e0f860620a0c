import type { Run } from "../run/run.ts";
import type { Recording } from "./recording.ts";

/** The tools of a recording: those whose calls pass through us are answered from it, the others run for real again. */
export interface ToolsOfRun {
  readonly served: readonly string[];
  readonly real: readonly string[];
}

export function toolsOfRun(run: Run, { calls }: Recording): ToolsOfRun {
  const served = new Set(calls.filter(({ kind }) => kind === "tool").map(({ name }) => name));
  const real = new Set<string>();
  for (let i = 0; i < run.length; i++) {
    const row = run.row(i);
    const name = row.name ?? "tool";
    if (row.kind === "tool" && !served.has(name) && !(row.derived && ranAtVendor(run, i))) real.add(name);
  }
  return { served: [...served].sort(), real: [...real].sort() };
}

/** Its result stands in the answer that asked for it. */
function ranAtVendor(run: Run, i: number): boolean {
  const { result, resultStep } = run.tool(i);
  return result !== undefined && resultStep === undefined;
}
