import { dirname } from "node:path";
import { ControlClient } from "./control-client.ts";
import type { Who } from "./protocol.ts";
import { type Environment, socketsIn } from "./socket-place.ts";

export interface RunInProgress {
  readonly socket: string;
  readonly who: Who;
}

/** Milliseconds that a run has to say who it is; one that is stopped does not. */
const PATIENCE = 2000;

/** Runs of this user that can be watched, the newest first. */
export async function runsInProgress(environment: Environment): Promise<readonly RunInProgress[]> {
  const found = await Promise.all(socketsIn(environment).map(({ path }) => whoIs(path)));
  return found.flatMap((each) => each ?? []).sort((a, b) => b.who.since - a.who.since);
}

/** Undefined: nobody answers there. */
async function whoIs(socket: string): Promise<RunInProgress | undefined> {
  try {
    const client = await ControlClient.connect(socket, PATIENCE);
    const timer = setTimeout(() => client.close(), PATIENCE);
    try {
      return { socket, who: await client.call("who", {}) };
    } finally {
      clearTimeout(timer);
      client.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * The run a word names: the path of its file, the beginning of its id, "last" (the newest that was started in this folder or
 * lies in its `.vcr/`); without a word the only one. Several: all that fit. `path`: a path as the runs' own are.
 */
export function runsNamed(
  word: string | undefined,
  runs: readonly RunInProgress[],
  path: (word: string) => string,
): readonly RunInProgress[] {
  if (word === undefined) return runs;
  if (word === "last") {
    const here = path(".");
    const own = runs.find(({ who }) => path(who.cwd) === here || isIn(who.run.path, path(".vcr")));
    return own === undefined ? [] : [own];
  }
  const file = path(word);
  const byPath = runs.filter(({ who }) => who.run.path !== undefined && path(who.run.path) === file);
  if (byPath.length > 0) return byPath.slice(0, 1);
  return /^[0-9a-f]{4,}$/.test(word) ? runs.filter(({ who }) => who.run.id.startsWith(word)) : [];
}

function isIn(file: string | undefined, folder: string): boolean {
  return file !== undefined && dirname(file) === folder;
}
