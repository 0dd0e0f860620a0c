import { type ChildProcess, spawn } from "node:child_process";
import { newSocketPath } from "../../control/socket-place.ts";
import { isObject, type Json } from "../../json/json.ts";
import { hasTerminal } from "../../terminal/tty.ts";
import { errorMessage } from "../error-words.ts";
import { EXIT } from "../exit-codes.ts";
import { Output } from "../output.ts";
import { Trouble } from "../trouble.ts";
import { ENGINE, type EngineStart, type Started } from "./engine-end.ts";
import type { HoldingFlags } from "./holding-flags.ts";
import type { RunningFlags } from "./running-flags.ts";

/** Runs that go on without a terminal: the process that holds the run is started apart, and this one waits for its start. */

/** Options that are for this process, not for the one that holds the run. */
const OWN = new Set(["--background", "--tui"]);

/**
 * Starts this command again, in the background; `words` are those behind `vcr`. Answers undefined when the run could not
 * be started: it has said why, and its exit code is ours.
 */
async function startInBackground(words: readonly string[], start: EngineStart): Promise<Started | undefined> {
  const [program = ""] = process.argv.slice(1);
  const child = spawn(process.execPath, [...process.execArgv, program, ...withoutOwn(words)], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, [ENGINE]: start },
    detached: true,
    windowsHide: true,
  });
  child.stdout?.pipe(process.stdout, { end: false });
  child.stderr?.pipe(process.stderr, { end: false });
  const given = giveUpWith(child);
  const started = await startOf(child);
  given();
  if (started === undefined) return undefined;
  for (const stream of [child.stdout, child.stderr]) stream?.unpipe().destroy();
  child.unref();
  if (child.connected) child.disconnect();
  return started;
}

/** Does what `--background` and `--tui` of a command say. False: the run is to be here. */
export async function startedApart(flags: RunningFlags & Pick<HoldingFlags, "break">): Promise<boolean> {
  const { background, tui, json, save, hold } = flags;
  if (background || tui || hold || flags.break !== undefined) checkSocket();
  if (!background && !tui) return false;
  if (tui && !hasTerminal())
    throw new Trouble("--tui watches the run in a terminal, and there is none", "--background starts it without one");
  if (tui && save === false) throw new Trouble("--tui shows the file of the run: it does not go with --no-save");
  const started = await startInBackground(process.argv.slice(2), tui ? "watched" : "apart");
  if (started === undefined) return true;
  if (tui) {
    const { watchRun } = await import("../watch/watch.ts");
    await watchRun(started.socket, { color: "auto", passCode: true });
    return true;
  }
  const id = started.id.slice(0, 8);
  const words = `run ${id} in the background: vcr attach ${id}`;
  // What stands on stdout is for eval.
  if (flags.printEnv && !json) process.stderr.write(`${words}\n`);
  else await new Output().line(json ? JSON.stringify(started) : words);
  return true;
}

/** Where somebody has to attach, there must be a way. @throws Trouble */
function checkSocket(): void {
  try {
    newSocketPath(process.env, process.pid, 0);
  } catch (error) {
    throw new Trouble(`nobody could attach: ${errorMessage(error)}`);
  }
}

/** The options of this process stand before the `--` of the command. */
function withoutOwn(words: readonly string[]): readonly string[] {
  const dashes = words.indexOf("--");
  const end = dashes < 0 ? words.length : dashes;
  return words.filter((word, i) => i >= end || !OWN.has(word));
}

/** What is written before the start has been relayed when this resolves. */
function startOf(child: ChildProcess): Promise<Started | undefined> {
  return new Promise((resolve) => {
    child.once("message", (message: Json) => {
      if (isStarted(message)) setImmediate(() => resolve(message));
    });
    child.once("error", () => {
      process.exitCode = EXIT.notStarted;
      resolve(undefined);
    });
    child.once("close", (code) => {
      process.exitCode = code || EXIT.trouble;
      resolve(undefined);
    });
  });
}

/** Whoever gives up waiting leaves nothing behind. Answers what ends that. */
function giveUpWith(child: ChildProcess): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const giveUp = (): void => {
    child.kill("SIGTERM");
    process.exit(EXIT.interrupted);
  };
  for (const signal of signals) process.once(signal, giveUp);
  return () => {
    for (const signal of signals) process.off(signal, giveUp);
  };
}

function isStarted(message: unknown): message is Started & Json {
  return isObject(message) && typeof message.id === "string" && typeof message.socket === "string";
}
