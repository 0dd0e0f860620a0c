import { spawn } from "node:child_process";
import { createInterface } from "node:readline/promises";
import type { ToolQuestion, ToolReply } from "../../fork/continuation/continuation.ts";
import { questionLines } from "../../fork/continuation/continuation-report.ts";
import { openExternal } from "../../terminal/external.ts";
import type { ChildEnd } from "../../terminal/session.ts";
import { sanitise, sanitiseLines } from "../../text/sanitise.ts";

/** Lines of a recorded result that are shown. */
const SHOWN = 12;

/** Asks the user on the terminal what a tool answers: on stderr, since stdout is the model's. */
export async function askOnTerminal(question: ToolQuestion, gone: AbortSignal): Promise<ToolReply> {
  for (const line of wordsOf(question)) process.stderr.write(`${line}\n`);
  for (;;) {
    const line = await lineOf(prompt(question), gone);
    const reply = await replyOf(line, question);
    if (reply !== undefined) return reply;
  }
}

function wordsOf(question: ToolQuestion): readonly string[] {
  const { nearest } = question;
  const said = nearest?.text === undefined ? [] : sanitiseLines(nearest.text);
  const more = said.length > SHOWN ? [`  ... and ${said.length - SHOWN} more lines`] : [];
  return [
    "",
    ...questionLines(question).map((line) => sanitise(line)),
    ...(nearest === undefined ? [] : [`its result${nearest.isError ? " (an error)" : ""}:`]),
    ...said.slice(0, SHOWN).map((line) => `  ${line}`),
    ...more,
  ];
}

function prompt({ nearest }: ToolQuestion): string {
  const recorded = nearest === undefined ? "" : ` · r takes that of ${nearest.step}`;
  return `type the result · e opens the editor${recorded} · s stops\n> `;
}

/** Undefined asks again. */
async function replyOf(line: string | undefined, { nearest }: ToolQuestion): Promise<ToolReply | undefined> {
  if (line === undefined || line === "s") return { do: "abort" };
  if (line === "r" && nearest !== undefined) return { do: "recorded" };
  if (line === "e") return fromEditor(nearest?.text ?? "");
  return line === "" ? undefined : { do: "answer", text: line };
}

async function fromEditor(begin: string): Promise<ToolReply | undefined> {
  const { text, error, command } = await openExternal(
    { handOver },
    { program: "editor", text: begin, extension: "txt" },
    process.env,
  );
  if (error !== null)
    process.stderr.write(`vcr: ${sanitise(command)} could not be started: ${sanitise(error.message)}\n`);
  // An editor ends the last line; a result has none to end.
  return text === null ? undefined : { do: "answer", text: text.replace(/\n$/, "") };
}

function handOver(command: string, args: readonly string[]): Promise<ChildEnd> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit" });
    child.on("error", (error) => resolve({ code: null, signal: null, error }));
    child.on("exit", (code, signal) => resolve({ code, signal, error: null }));
  });
}

/** Undefined: the terminal was closed, or Ctrl-C, which ends the run as everywhere. */
async function lineOf(words: string, gone: AbortSignal): Promise<string | undefined> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<undefined>((resolve) => reader.once("close", () => resolve(undefined)));
  const interrupted = new Promise<undefined>((resolve) => gone.addEventListener("abort", () => resolve(undefined)));
  let signal = false;
  reader.once("SIGINT", () => {
    signal = true;
    process.kill(process.pid, "SIGINT");
  });
  try {
    return await Promise.race([
      reader.question(words, { signal: gone }),
      closed.then(() => (signal ? interrupted : undefined)),
    ]);
  } catch {
    return undefined;
  } finally {
    reader.close();
  }
}
