import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { PROTOCOL } from "../../control/protocol.ts";
import { type RunInProgress, runsInProgress, runsNamed } from "../../control/runs-in-progress.ts";
import { namedRun } from "../../run/catalog/find-run.ts";
import { formatAge } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { Trouble } from "../trouble.ts";
import { shortPath } from "./run-path.ts";

/** Candidates that a message names. */
const NAMED = 10;

/**
 * The run in progress that a word names: the path of its file, the beginning of its id, `last` here; without a word the only
 * one. @throws Trouble when there is none, or several
 */
export async function findLiveRun(word: string | undefined): Promise<RunInProgress> {
  const all = await runsInProgress(process.env);
  if (all.length === 0)
    throw new Trouble(
      word === undefined ? "no run is in progress" : `${word} is not in progress: no run is`,
      word === undefined ? "vcr record --background -- CMD starts one" : `vcr ${word} opens it when it is over`,
    );
  const named = runsNamed(word, all, real);
  const [only] = named;
  if (only === undefined) {
    const why = word === "last" ? "no run of this folder is in progress" : `${word} is not in progress`;
    throw new Trouble(`${why}; these are:`, candidates(all));
  }
  if (named.length > 1)
    throw new Trouble(word === undefined ? "which run?" : `${word} may be any of these:`, candidates(named));
  if (only.who.protocol !== PROTOCOL)
    throw new Trouble(
      `run ${only.who.run.id.slice(0, 8)} is held by another version of vcr`,
      "attach with the vcr that has started it",
    );
  return only;
}

function candidates(runs: readonly RunInProgress[]): string {
  const lines = runs.slice(0, NAMED).map(({ who }) => {
    const path = who.run.path === undefined ? "not saved" : shortPath(who.run.path);
    const age = formatAge(who.since, Date.now());
    return `vcr attach ${who.run.id.slice(0, 8)}  ${who.mode}  ${age}  ${path}  ${sanitise(who.argv.join(" "))}`;
  });
  const more = runs.length > NAMED ? [`and ${runs.length - NAMED} more`] : [];
  return [...lines, ...more].join("\n");
}

/** Paths of runs are absolute; the folder may be reached by a link, and the file named as by `--name`. */
function real(word: string): string {
  try {
    return realpathSync(namedRun(word, process.cwd()) ?? word);
  } catch {
    return resolve(word);
  }
}
