import { type FSWatcher, statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Notices that a path may have changed. A folder watch is only a hint (it sees renames, network mounts send none), so a poll runs beside it. */

const COALESCE_MS = 16;
const POLL_MS = 300;

/** What tells one state of a path from another. */
export interface PathState {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
}

export function pathState(path: string): PathState | undefined {
  try {
    const { dev, ino, size } = statSync(path);
    return { dev, ino, size };
  } catch {
    return undefined;
  }
}

/**
 * Calls `onHint` (coalesced) when the folder reports the name of `path`, and when its state differs at a poll from the
 * one of the last call, at first from `known`: what became of the path before it was watched is told as well.
 * Neither keeps the process alive. Returns the stop.
 */
export function watchPath(path: string, known: PathState, onHint: () => void): () => void {
  let pending: NodeJS.Timeout | undefined;
  let seen = keyOf(known);
  const hint = (): void => {
    pending ??= setTimeout(() => {
      pending = undefined;
      seen = keyOf(pathState(path));
      onHint();
    }, COALESCE_MS).unref();
  };
  const watcher = watchFolder(path, hint);
  const look = (): void => {
    if (keyOf(pathState(path)) !== seen) hint();
  };
  const poll = setInterval(look, POLL_MS).unref();
  look();
  return () => {
    clearTimeout(pending);
    clearInterval(poll);
    watcher?.close();
  };
}

function keyOf(state: PathState | undefined): string {
  return state ? `${state.dev}:${state.ino}:${state.size}` : "";
}

function watchFolder(path: string, hint: () => void): FSWatcher | undefined {
  const name = basename(path);
  try {
    const watcher = watch(dirname(path), { persistent: false }, (_event, changed) => {
      if (changed === null || changed === name) hint();
    });
    // Out of watches, folder gone: the poll goes on.
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
