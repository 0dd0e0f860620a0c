import type { Run } from "../../run/run.ts";
import { formatCount } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { State } from "../state.ts";
import { totalsOf } from "./header.ts";

export interface RunEntry {
  readonly label: string;
  readonly help: string;
}

/** The runs of the open file, a line each. */
export function runEntries(state: State): readonly RunEntry[] {
  return state.runs.map((run, n) => ({ label: `${n + 1} ${sanitise(nameOf(run))}`, help: sanitise(factsOf(run)) }));
}

function nameOf({ header }: Run): string {
  return header.title ?? header.id ?? "run";
}

function factsOf(run: Run): string {
  const totals = totalsOf(run);
  const facts = [`${run.steps} steps`];
  if (totals.errors > 0) facts.push(`${totals.errors} errors`);
  if (totals.tokens !== undefined) facts.push(`${formatCount(totals.tokens)} tok`);
  if (run.length > 0) facts.push(run.what(0));
  return facts.join(" · ");
}
