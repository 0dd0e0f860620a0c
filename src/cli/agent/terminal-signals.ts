import { closeSync, openSync, readFileSync } from "node:fs";

/** Whether Ctrl-C of a terminal reaches our process group, and with it an agent in it, wherever stdin comes from. */
export function inForeground(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
  } catch {
    return process.stdin.isTTY;
  }
  return foregroundByProc() ?? true;
}

/** Milliseconds in which the signals of one press come: by the terminal, and from npx. */
const ONE_PRESS = 100;
/** Milliseconds in which a second press belongs to the first. */
const TWICE = 1000;

/** Asked at each SIGINT: whether it is Ctrl-C pressed twice in a row. */
export function secondPress(): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const since = performance.now() - last;
    if (since < ONE_PRESS) return false;
    last = performance.now();
    return since < TWICE;
  };
}

/** Undefined where /proc does not say. proc_pid_stat(5): pgrp and tpgid are fields 5 and 8. */
function foregroundByProc(): boolean | undefined {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    const [, , pgrp, , , tpgid] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return pgrp === tpgid;
  } catch {
    return undefined;
  }
}
