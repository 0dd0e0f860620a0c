import { spawnSync } from "node:child_process";
import { CLI } from "../support/installed-cli.ts";
import { ownHome } from "../support/own-home.ts";

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program without a terminal, as a pipe or CI does. */
export function vcr(
  args: readonly string[],
  options: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: "utf8",
    input: options.input ?? "",
    env: { PATH: process.env.PATH, ...ownHome(), LANG: "C.UTF-8", TERM: "xterm-256color", ...options.env },
    timeout: 60_000,
  });
  return { code: status, stdout, stderr };
}
