/** Runs `vcr record` and its like in a folder of their own, beside servers that live in this process. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CLI } from "./pty.ts";
import { tempFolder } from "./temp-folder.ts";

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Workplace {
  readonly folder: string;
  /** Writes a file and answers its path. */
  file(name: string, text: string): string;
  vcr(args: readonly string[], env?: NodeJS.ProcessEnv, more?: SignalledRun): Promise<Ran>;
}

/** A signal that the program gets as soon as a text stands on its stdout. */
interface SignalledRun {
  readonly signalAt: string;
  readonly signal: NodeJS.Signals;
}

export function workplace(): Workplace {
  const folder = tempFolder();
  return {
    folder,
    file: (name, text) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
    vcr: (args, env = {}, more) => run([CLI, ...args], { cwd: folder, env, ...more }),
  };
}

export function run(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly timeout?: number } & Partial<SignalledRun>,
): Promise<Ran> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: options.cwd,
    env: { PATH, HOME, LANG: "C.UTF-8", ...options.env },
    // A signal for the program alone: on a terminal its group would be that of the tests.
    detached: options.signal !== undefined,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: options.timeout ?? 25_000,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    const before = stdout;
    stdout += chunk;
    const { signalAt, signal } = options;
    if (signalAt !== undefined && stdout.includes(signalAt) && !before.includes(signalAt)) child.kill(signal);
  });
  child.stderr.on("data", (chunk) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
