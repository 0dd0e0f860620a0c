import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds that a process which was told to end has for it. */
const KILL_GRACE = 3000;
/** Milliseconds between two looks whether a group is gone. */
const LOOK = 25;

/**
 * SIGTERM to a child, or to the process group that it leads, and SIGKILL to what is left after the grace. Resolves when
 * nothing is left.
 */
export async function killGroup(child: ChildProcess, { group = true } = {}): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const target = group && process.platform !== "win32" ? -pid : pid;
  const running = child.exitCode === null && child.signalCode === null;
  const exited = running ? once(child, "exit") : Promise.resolve();
  const late = setTimeout(() => send(target, "SIGKILL"), KILL_GRACE);
  send(target, "SIGTERM");
  await exited;
  // The leader has gone; what it started may not have.
  for (const end = Date.now() + KILL_GRACE; target < 0 && send(target, 0) && Date.now() < end; ) await pause(LOOK);
  clearTimeout(late);
  if (target < 0) send(target, "SIGKILL");
}

/** False: there is no such process. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}
