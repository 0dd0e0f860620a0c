import type { Run } from "../../run/run.ts";
import { formatCount } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { Choice } from "../prompt/choice.ts";
import type { State } from "../state.ts";
import { totalsOf } from "./totals.ts";

/** The runs of the open file, a line each. */
export function runEntries(state: State): readonly Choice[] {
  return state.runs.map((run, n) => ({
    label: `${n + 1} ${sanitise(nameOf(run))}`,
    help: sanitise(factsOf(run)),
    run: n,
  }));
}

function nameOf({ header }: Run): string {
  return header.title ?? header.id ?? "run";
}

function factsOf(run: Run): string {
  const totals = totalsOf(run);
  const facts = [`${run.steps} steps`];
  if (totals.errors > 0) facts.push(`${totals.errors} errors`);
  if (totals.tokens !== undefined) facts.push(`${formatCount(totals.tokens)} tok`);
  const prompt = firstPrompt(run);
  if (prompt !== undefined) facts.push(prompt);
  return facts.join(" · ");
}

/** What the user asked first: system prompts before it say little about a run. */
function firstPrompt(run: Run): string | undefined {
  for (let i = 0; i < Math.min(run.length, 8); i++) {
    const { kind, name } = run.row(i);
    if (kind === "llm" || (kind === "message" && name === "user")) return run.what(i);
  }
  return run.length > 0 ? run.what(0) : undefined;
}
