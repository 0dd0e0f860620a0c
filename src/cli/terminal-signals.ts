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
