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
  vcr(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ran>;
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
    vcr: (args, env = {}) => run([CLI, ...args], { cwd: folder, env }),
  };
}

export function run(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly timeout?: number },
): Promise<Ran> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: options.cwd,
    env: { PATH, HOME, LANG: "C.UTF-8", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: options.timeout ?? 25_000,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
