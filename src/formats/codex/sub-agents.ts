import { basename, dirname, join } from "node:path";
import { firstLine } from "../first-line.ts";
import type { OpenContext } from "../format.ts";

/** Finds the rollouts of a thread's sub-agents: files of the same day's folder that name it as their parent, or that it named. */

const ROLLOUT = /rollout-.+\.jsonl$/;
/** Enough for a first record up to its instructions. */
const PEEK_BYTES = 64 * 1024;
/** Files of a folder that are looked into. */
const MOST_FILES = 500;

/** Paths of the files that belong to `thread`; `spawned` are ids of threads it started. */
export function threadFiles(
  rollout: string,
  { thread, spawned }: { readonly thread: string; readonly spawned: ReadonlySet<string> },
  list: OpenContext["list"],
): readonly string[] {
  const folder = dirname(rollout);
  const own = basename(rollout);
  const names = list(folder).filter((name) => ROLLOUT.test(name) && name !== own);
  // Names begin with the time the thread was started: a child is never older than its parent.
  const later = ROLLOUT.test(own) ? names.filter((name) => name > own) : names;
  return later
    .slice(0, MOST_FILES)
    .map((name) => join(folder, name))
    .filter((path) => [...spawned].some((id) => path.endsWith(`${id}.jsonl`)) || parentOf(path) === thread);
}

function parentOf(path: string): string | undefined {
  const line = firstLine(path, PEEK_BYTES);
  return /"parent_thread_id":\s*"([^"]+)"/.exec(line)?.[1];
}
