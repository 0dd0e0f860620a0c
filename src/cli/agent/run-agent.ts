import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { StringDecoder } from "node:string_decoder";
import type { AgentState } from "../../control/protocol.ts";
import { defined } from "../../providers/defined.ts";
import { whyNotStarted } from "../error-words.ts";
import { EXIT } from "../exit-codes.ts";
import { tell } from "../trouble.ts";
import { killGroup } from "./kill-group.ts";
import { inForeground, secondPress } from "./terminal-signals.ts";

/** Starts the user's command and waits for it. It owns the terminal as it would without us; in the background it has none. */

export type AgentEnd =
  | {
      readonly ended: true;
      readonly code: number | undefined;
      readonly signal: NodeJS.Signals | undefined;
      /** Ctrl-C came before, whatever the agent made of it. */
      readonly interrupted?: boolean;
    }
  | { readonly ended: false; readonly why: string };

/** How it ended, as runs and watchers are told. */
export function exitOf({ code, signal }: AgentEnd & { readonly ended: true }): NonNullable<AgentState["exit"]> {
  return defined({ code, signal });
}

/** Whoever watches the run that the agent belongs to. */
export interface AgentWatch {
  /** There is no terminal: stdin is empty, output goes to `output`, the agent leads a process group of its own. */
  readonly inBackground: boolean;
  started(agent: { readonly pid?: number | undefined; kill(): void }): void;
  output(from: "stdout" | "stderr", text: string): void;
  ended(end: AgentEnd): void;
}

export interface AgentOptions {
  readonly argv: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Its stdout goes to ours, or to our stderr when we have something to print there. @default "stdout" */
  readonly stdout?: "stdout" | "stderr";
  readonly watch?: AgentWatch | undefined;
}

const PASSED_ON: readonly NodeJS.Signals[] = ["SIGTERM", "SIGHUP", "SIGINT"];
/** Milliseconds in which output arrives that was written before the end; what the agent left running may hold the pipes. */
const LAST_OUTPUT = 300;

export async function runAgent({ argv, environment, stdout = "stdout", watch }: AgentOptions): Promise<AgentEnd> {
  const [command = "", ...args] = argv;
  const alone = watch?.inBackground === true;
  if (command === "") return { ended: false, why: "no such command" };
  const child = spawn(command, args, {
    stdio: alone ? ["ignore", "pipe", "pipe"] : ["inherit", stdout === "stdout" ? "inherit" : 2, "inherit"],
    env: environment,
    detached: alone,
    windowsHide: alone,
  });
  let killed: Promise<void> | undefined;
  const kill = (): void => {
    killed ??= alone ? killGroup(child) : killOne(child);
  };
  let interrupted = false;
  const heard = (): void => {
    interrupted = true;
  };
  process.once("SIGINT", heard);
  const stop = alone ? onSignals(kill) : passSignals(child, kill);
  const written = watch === undefined ? [] : [passOutput(child, "stdout", watch), passOutput(child, "stderr", watch)];
  child.once("spawn", () => watch?.started({ pid: child.pid, kill }));
  const how = await endOf(child);
  process.off("SIGINT", heard);
  const end = how.ended && interrupted ? { ...how, interrupted } : how;
  await killed;
  await Promise.race([Promise.all(written), new Promise((resolve) => setTimeout(resolve, LAST_OUTPUT).unref())]);
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  stop();
  watch?.ended(end);
  return end;
}

function endOf(child: ChildProcess): Promise<AgentEnd> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      if (child.pid !== undefined) return;
      resolve({ ended: false, why: whyNotStarted(error, child.spawnfile) });
    });
    child.once("exit", (code, signal) => {
      resolve({ ended: true, code: code ?? undefined, signal: signal ?? undefined });
    });
  });
}

/** Resolves when all of it has come. */
function passOutput(child: ChildProcess, from: "stdout" | "stderr", watch: AgentWatch): Promise<void> {
  const stream = child[from];
  if (stream === null) return Promise.resolve();
  const decoder = new StringDecoder("utf8");
  stream.on("data", (bytes: Buffer) => watch.output(from, decoder.write(bytes)));
  return new Promise((resolve) => {
    stream.once("error", () => stream.destroy());
    stream.once("close", resolve);
  });
}

/** In the foreground its group is ours: only the agent itself is ended. */
function killOne(child: ChildProcess): Promise<void> {
  return killGroup(child, { group: false });
}

/**
 * What is meant for the agent reaches it, and we live to write its end down. Ctrl-C reaches it by the terminal, and is
 * its own to answer; SIGHUP may be meant to be outlived. SIGTERM, and Ctrl-C twice in a row, mean that it has to end.
 */
function passSignals(child: ChildProcess, kill: () => void): () => void {
  const isSecond = secondPress();
  return onSignals((signal) => {
    if (signal === "SIGTERM") return kill();
    if (signal !== "SIGINT" || !inForeground()) child.kill(signal);
    if (signal === "SIGINT" && isSecond()) {
      tell("Ctrl-C twice: the agent is told to end, and is killed when it does not");
      kill();
    }
  });
}

function onSignals(handle: (signal: NodeJS.Signals) => void): () => void {
  const handlers = PASSED_ON.map((signal) => {
    const handler = (): void => handle(signal);
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
