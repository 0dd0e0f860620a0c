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
 * Calls `onHint` (coalesced) when the folder reports the name of `path`, and when its state differs at a poll.
 * Neither keeps the process alive. Returns the stop.
 */
export function watchPath(path: string, onHint: () => void): () => void {
  let pending: NodeJS.Timeout | undefined;
  let seen = stateKey(path);
  const hint = (): void => {
    pending ??= setTimeout(() => {
      pending = undefined;
      seen = stateKey(path);
      onHint();
    }, COALESCE_MS).unref();
  };
  const watcher = watchFolder(path, hint);
  const poll = setInterval(() => {
    if (stateKey(path) !== seen) hint();
  }, POLL_MS).unref();
  return () => {
    clearTimeout(pending);
    clearInterval(poll);
    watcher?.close();
  };
}

function stateKey(path: string): string {
  const state = pathState(path);
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
