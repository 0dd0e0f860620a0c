import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Processes that are looked at on the way up. */
const FARTHEST = 32;

/**
 * Address of the `vcr` that has started this process, or one of its ancestors. Clients of MCP servers start these with
 * little of their own environment (the SDKs pass on HOME, PATH and the like), so what this process was given is not all.
 */
export function engineUrl(): string | undefined {
  const own = process.env.VCR_URL;
  if (own !== undefined) return own === "" ? undefined : own;
  const read = process.platform === "linux" ? ofProc : ofPs;
  let pid = process.ppid;
  for (let i = 0; i < FARTHEST && pid > 1; i++) {
    const found = read(pid);
    if (found?.url !== undefined) return found.url;
    if (found === undefined) return undefined;
    pid = found.parent;
  }
  return undefined;
}

interface Ancestor {
  readonly parent: number;
  readonly url: string | undefined;
}

/** Source: proc_pid_stat(5): the name stands in parentheses and may hold any character. */
function ofProc(pid: number): Ancestor | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return { parent, url: urlIn(environOf(pid).split("\0")) };
  } catch {
    return undefined;
  }
}

/** Of another user's process nothing is told. */
function environOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return "";
  }
}

/** Source: ps(1) of the BSDs: `-E` adds the environment to the command. */
function ofPs(pid: number): Ancestor | undefined {
  if (process.platform === "win32") return undefined;
  const { stdout = "", status } = spawnSync("ps", ["-E", "-ww", "-o", "ppid=,command=", "-p", String(pid)], {
    encoding: "utf8",
  });
  const words = stdout.trim().split(/\s+/);
  return status === 0 ? { parent: Number(words[0]), url: urlIn(words) } : undefined;
}

function urlIn(settings: readonly string[]): string | undefined {
  const found = settings.find((each) => each.startsWith("VCR_URL="))?.slice("VCR_URL=".length);
  return found === "" ? undefined : found;
}
