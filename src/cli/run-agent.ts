import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { EXIT } from "./exit-codes.ts";

/** Starts the user's command and waits for it. It owns the terminal as it would without us. */

export type AgentEnd =
  | { readonly ended: true; readonly code: number | undefined; readonly signal: NodeJS.Signals | undefined }
  | { readonly ended: false; readonly why: string };

export interface AgentOptions {
  readonly argv: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Its stdout goes to ours, or to our stderr when we have something to print there. @default "stdout" */
  readonly stdout?: "stdout" | "stderr";
}

const PASSED_ON: readonly NodeJS.Signals[] = ["SIGTERM", "SIGHUP", "SIGINT"];

export function runAgent({ argv, environment, stdout = "stdout" }: AgentOptions): Promise<AgentEnd> {
  const [command = "", ...args] = argv;
  const child = spawn(command, args, {
    stdio: ["inherit", stdout === "stdout" ? "inherit" : 2, "inherit"],
    env: environment,
  });
  const stop = passSignals(child);
  return new Promise((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      stop();
      resolve({ ended: false, why: error.code === "ENOENT" ? "no such command" : error.message });
    });
    child.once("exit", (code, signal) => {
      stop();
      resolve({ ended: true, code: code ?? undefined, signal: signal ?? undefined });
    });
  });
}

/** What is meant for the agent reaches it, and we live to write its end down. Ctrl-C reaches it by the terminal. */
function passSignals(child: ChildProcess): () => void {
  const handlers = PASSED_ON.map((signal) => {
    const handler = (): void => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    process.on(signal, handler);
    return [signal, handler] as const;
  });
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}

/** Our exit code for how the agent ended: its own, as a shell would say it. */
export function exitCodeOf(end: AgentEnd): number {
  if (!end.ended) return EXIT.notStarted;
  return end.code ?? 128 + (end.signal === undefined ? 0 : constants.signals[end.signal]);
}
