import { dirname } from "node:path";
import type { PlacedEntry } from "../../run/catalog/lineage.ts";
import type { RunFacts, RunSums } from "../../run/catalog/run-facts.ts";
import { shortName } from "../../run/catalog/run-names.ts";
import { costLabel, formatAge, formatBytes, formatCount } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { oneLine } from "../one-line.ts";

/** A run as a row of a list; what is not known yet is blank. Texts are sanitised. */
export interface RunCells {
  /** Short: an id's beginning or the file's name. */
  readonly name: string;
  readonly age: string;
  readonly steps: string;
  readonly errors: string;
  readonly tokens: string;
  readonly cost: string;
  readonly size: string;
  readonly format: string;
  /** 0: no fork of another run in the list. */
  readonly depth: number;
  /** What it is to the run above it: "fork at 12", "replay"; "" for a run of its own. */
  readonly link: string;
  readonly prompt: string;
  /** It is being written right now. */
  readonly live: boolean;
  readonly tone: "text" | "text.dim" | "status.error";
}

const LONGEST = 300;

/** `live`: files of the runs that are being written right now. */
export function runCells(
  entry: PlacedEntry,
  { now, live }: { readonly now: number; readonly live: ReadonlySet<string> },
): RunCells {
  const { file, facts, problem, depth } = entry;
  const sums = facts?.sums;
  const errors = sums?.errors ?? 0;
  return {
    name: sanitise(shortName(file.path)),
    age: formatAge(file.modified, now).replace(/ ago$/, "").replace("just now", "now"),
    steps: sums ? formatCount(sums.steps) : "",
    errors: errors > 0 ? formatCount(errors) : "",
    tokens: sums?.tokens === undefined ? "" : `${sums.tokensAtLeast ? "≥" : ""}${formatCount(sums.tokens)}`,
    cost: costText(sums),
    size: formatBytes(file.size),
    format: facts?.format ?? (file.origin === "here" ? "vcr" : file.origin === "named" ? "" : file.origin),
    depth,
    link: linkOf(facts),
    live: live.has(file.path),
    prompt: problem === undefined ? promptOf(entry) : sanitise(problem),
    tone: problem !== undefined ? "status.error" : facts?.prompt === undefined ? "text.dim" : "text",
  };
}

export function costText(sums: RunSums | undefined): string {
  return sums?.cost === undefined ? "" : costLabel(sums.cost, sums.costAtLeast);
}

/** A run without a prompt is known by its title, else by its file. */
function promptOf({ file, facts }: PlacedEntry): string {
  const runs = facts && facts.runs > 1 ? `${facts.runs} runs: ` : "";
  const text = facts?.prompt ?? facts?.header.title ?? file.path.slice(dirname(file.path).length + 1);
  return sanitise(oneLine(`${runs}${text.slice(0, LONGEST)}`));
}

export function linkOf(facts: RunFacts | undefined): string {
  const parent = facts?.header.parent;
  if (!parent) return "";
  const kind = sanitise(parent.kind ?? "fork");
  return parent.at === undefined ? kind : `${kind} at ${parent.at}`;
}
