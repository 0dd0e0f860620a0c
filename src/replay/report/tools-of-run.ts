import type { Run } from "../../run/run.ts";
import { opOfRow } from "../calls/op-of-row.ts";
import { plainToolName } from "../calls/plain-tool-name.ts";
import { storedCallFields } from "../calls/stored-call-fields.ts";
import type { Recording } from "../recording.ts";

/** The tools of a recording: those whose calls pass through us are answered from it, the others run for real again. */
export interface ToolsOfRun {
  readonly served: readonly string[];
  readonly real: readonly string[];
}

export function toolsOfRun(run: Run, recordings: readonly Recording[]): ToolsOfRun {
  const served = servedTools(recordings.flatMap((recording) => recording.calls));
  const real = new Set<string>();
  for (let i = 0; i < run.length; i++) {
    const row = run.row(i);
    const name = row.name ?? "tool";
    if (row.kind !== "tool" || opOfRow(row) === "mcp") continue;
    if (!isServed(served, name) && !(row.derived ? ranAtVendor(run, i) : isWrapped(run, i))) real.add(name);
  }
  return { served: [...served].sort(), real: [...real].sort() };
}

export function servedTools(calls: Recording["calls"]): ReadonlySet<string> {
  const tools = calls.filter(({ kind, name, op }) => kind === "tool" && !(op === "mcp" && name === "tools/list"));
  return new Set(tools.map(({ name }) => name));
}

/** Agents put the server before the name of a tool when they tell the model of it: "mcp__files__read". */
export function isServed(served: ReadonlySet<string>, name: string): boolean {
  return served.has(name) || served.has(plainToolName(name));
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
