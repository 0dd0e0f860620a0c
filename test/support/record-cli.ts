/** Runs `vcr record` and its like in a folder of their own, beside servers that live in this process. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CLI } from "./installed-cli.ts";
import { ownHome } from "./own-home.ts";
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
    vcr: (args, env = {}, more) => run([CLI, ...args], { cwd: folder, env: { ...ownHome(), ...env }, ...more }),
  };
}

/** What recordings gave, by what they were made of. */
const made = new Map<string, { readonly ran: Ran; readonly text: string }>();

/**
 * `vcr record` of a command, as `run.vcr` in that folder. Tests of a file that ask for the same get the same recording: it is
 * made for the first of them. `key`: what tells it from others, where the command and its environment do not.
 */
export async function recordOnce(
  here: Workplace,
  command: readonly string[],
  { env = {}, key = JSON.stringify([command, env]) }: { readonly env?: NodeJS.ProcessEnv; readonly key?: string } = {},
): Promise<Ran> {
  const name = key.replaceAll(here.folder, "");
  const known = made.get(name);
  if (known !== undefined) {
    here.file("run.vcr", known.text);
    return known.ran;
  }
  const ran = await here.vcr(["record", "-o", "run.vcr", "--", ...command], env);
  made.set(name, { ran, text: readFileSync(join(here.folder, "run.vcr"), "utf8") });
  return ran;
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
    timeout: options.timeout ?? 60_000,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const before = stdout;
    stdout += chunk;
    const { signalAt, signal } = options;
    if (signalAt !== undefined && stdout.includes(signalAt) && !before.includes(signalAt)) child.kill(signal);
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
