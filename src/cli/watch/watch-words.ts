import type {
  HeldCall,
  Hello,
  LiveBreakpoint,
  Notice,
  OutputPiece,
  RunMode,
  RunStatus,
} from "../../control/protocol.ts";
import { costPhrase, formatDuration } from "../../text/format.ts";
import { sanitise, sanitiseLines } from "../../text/sanitise.ts";

/** What watching a run by the line says. Everything comes from an agent or a trace: each line is sanitised. */

export function helloLines({ mode, run, argv, status, held, breakpoints }: Hello): readonly string[] {
  return [
    `watching ${mode} ${run.id.slice(0, 8)}: ${sanitise(argv.join(" ")) || (mode === "continue" ? "vcr asks the model itself" : "no command")}`,
    statusLine(status, mode),
    ...breakpointLines(breakpoints),
    ...held.flatMap(heldLines),
  ];
}

export function heldLines(call: HeldCall): readonly string[] {
  const { id, row, label, phase, reason, until, failsAs, drift } = call;
  const at = {
    request: "before it goes out",
    response: "before the agent gets its answer",
    result: "without a result",
  };
  const left = until === undefined ? [] : [`its client gives up in ${formatDuration(Math.max(0, until - Date.now()))}`];
  const late =
    failsAs === undefined
      ? []
      : [
          `a failure would reach the agent as ${failsAs === "stream-error" ? "an error in the stream" : "a closed connection"}`,
        ];
  return [
    sanitise(`held ${id}: step ${row} ${label}, ${at[phase]}: ${[reason.words, ...left, ...late].join("; ")}`),
    ...(drift === undefined ? [] : [sanitise(`  ${drift.words}`), ...drift.lines.map((line) => `  ${sanitise(line)}`)]),
    `  ${call.actions.map((action) => SPELLED[action]).join(", ")}`,
  ];
}

const SPELLED: Readonly<Record<HeldCall["actions"][number], string>> = {
  continue: "c",
  step: "s",
  "edit-request": "e",
  "edit-response": "e",
  answer: "answer TEXT",
  error: "error 429",
  recorded: "recorded",
  live: "live",
  abort: "x",
};

const BY: Readonly<Partial<Record<string, string>>> = {
  "client-gone": "its client has given up",
  "watchers-gone": "nobody watches any more",
};

export function releasedLine({ id, by }: Extract<Notice, { type: "released" }>): string {
  return `released ${id}: ${BY[by] ?? by}`;
}

export function statusLine(status: RunStatus, mode: RunMode): string {
  const { agent, live, served, spent, atLeast, rewrites, hold } = status;
  const parts = [
    mode === "continue" ? (agent.exit ? "it is over" : "it goes on without an agent") : agentWords(agent),
    `${live} live`,
    `${served} from the recording`,
    ...(spent === undefined ? [] : [costPhrase(spent, atLeast === true)]),
    ...(hold ? ["calls stay held without a watcher"] : []),
    ...rewrites.map(({ words, on }) => `${on ? "" : "not "}changed: ${words}`),
  ];
  return sanitise(parts.join(" · "));
}

function agentWords({ pid, exit, failed }: RunStatus["agent"]): string {
  if (failed !== undefined) return `agent could not be started: ${failed}`;
  if (exit !== undefined) return exit.signal ? `agent ended by ${exit.signal}` : `agent ended with ${exit.code ?? 0}`;
  return pid === undefined ? "no agent yet" : `agent runs as ${pid}`;
}

export function breakpointLines(breakpoints: readonly LiveBreakpoint[]): readonly string[] {
  return breakpoints.map(({ expression, on }) => sanitise(`breakpoint ${expression}${on ? "" : " (off)"}`));
}

const FROM: Readonly<Record<OutputPiece["from"], string>> = { stdout: "| ", stderr: "! ", vcr: "vcr: " };

/** Of a line without an end, in characters: what comes then is on a line of its own. */
const LONGEST = 16_384;

/** Puts pieces of output together to lines. */
export class OutputLines {
  readonly #rest = new Map<OutputPiece["from"], string>();

  push({ from, text }: OutputPiece): readonly string[] {
    const lines = `${this.#rest.get(from) ?? ""}${text}`.split("\n");
    const rest = (lines.at(-1)?.length ?? 0) > LONGEST ? "" : (lines.pop() ?? "");
    this.#rest.set(from, rest);
    return lines.flatMap((line) => shown(from, line));
  }

  /** What has no line end. */
  end(): readonly string[] {
    const lines = [...this.#rest].flatMap(([from, text]) => (text === "" ? [] : shown(from, text)));
    this.#rest.clear();
    return lines;
  }
}

/** A carriage return within a line draws over it: here each state of it is a line. */
function shown(from: OutputPiece["from"], line: string): readonly string[] {
  return sanitiseLines(line.replace(/\r+$/, "")).map((each) => `${FROM[from]}${each}`);
}
