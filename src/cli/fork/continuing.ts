import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { JoinedHolding } from "../../control/joined-holding.ts";
import {
  Continuation,
  type ContinuationEnd,
  type GivenResult,
  type ToolAsker,
} from "../../fork/continuation/continuation.ts";
import { callWords } from "../../fork/continuation/continuation-report.ts";
import type { Target } from "../../fork/continuation/continuation-target.ts";
import { pastRecords } from "../../fork/continuation/past-records.ts";
import { RecordedTools } from "../../fork/continuation/recorded-tools.ts";
import { ResultHolds } from "../../fork/continuation/result-holds.ts";
import { forkMatcher } from "../../fork/fork-matcher.ts";
import type { PreparedContinuation } from "../../fork/plan/prepared-continuation.ts";
import type { JsonObject } from "../../json/json.ts";
import type { VcrConfig } from "../../record/config.ts";
import type { ReplayRules } from "../../replay/replay-rules.ts";
import { ReplaySession } from "../../replay/replay-session.ts";
import type { Run } from "../../run/run.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";
import { LiveRun } from "../agent/live-run.ts";
import { EXIT } from "../exit-codes.ts";
import type { ChildRun } from "../files/child-run.ts";
import { tell } from "../trouble.ts";
import { askOnTerminal } from "./ask-tool.ts";
import { type Forking, startForking } from "./forking.ts";
import { StreamedText } from "./streamed-text.ts";

export interface ContinuingOptions {
  readonly run: Run;
  /** What the run is called in messages. */
  readonly name: string;
  readonly prepared: PreparedContinuation;
  readonly config: VcrConfig;
  readonly rules: ReplayRules;
  readonly save: ChildRun;
  /** By what its calls stand still. */
  readonly holding: HoldingFlags;
  /** They stay so when nobody watches any more. */
  readonly hold: boolean | undefined;
}

export interface AskOptions {
  readonly target: Target;
  /** A call that was recorded with other arguments gets the next result of its name. */
  readonly byName: boolean;
  /** Where the words of the model go. */
  readonly textTo: "stdout" | "stderr";
}

export interface Continued {
  readonly end: ContinuationEnd;
  readonly results: readonly GivenResult[];
  /** What it ends with, for whoever watches too. */
  readonly code: number;
}

/** Results that the next request carries for the first time. */
type Carried = GivenResult[];

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A continuation with the gateway that it asks through: its past is in the new file when it is up. */
class Continuing {
  readonly watch: LiveRun;
  readonly problems: unknown[];
  readonly #options: ContinuingOptions;
  readonly #forking: Forking;
  readonly #holds: ResultHolds;
  readonly #stop = new AbortController();
  readonly #carried: Carried;

  constructor(
    options: ContinuingOptions,
    parts: { forking: Forking; watch: LiveRun; holds: ResultHolds; carried: Carried; problems: unknown[] },
  ) {
    this.#options = options;
    this.#forking = parts.forking;
    this.#holds = parts.holds;
    this.#carried = parts.carried;
    this.watch = parts.watch;
    this.problems = parts.problems;
  }

  /** Calls that went to the provider. */
  get live(): number {
    return this.#forking.handler.live;
  }

  /** Why calls were kept back, a line each. */
  get refused(): readonly string[] {
    return this.#forking.holding.refused();
  }

  /** What only repeats the parent is not kept. */
  get kept(): boolean {
    return this.#forking.recorder.tally.events > 0;
  }

  /** Asks until there is an end to it; Ctrl-C is one. */
  async run({ target, byName, textTo }: AskOptions): Promise<Continued> {
    const { run, prepared, save } = this.#options;
    const { gateway, recorder, close } = this.#forking;
    const stop = (): void => this.#stop.abort();
    for (const signal of SIGNALS) process.on(signal, stop);
    const said = new StreamedText(textTo === "stderr" ? process.stderr : process.stdout);
    const continuation = new Continuation({
      start: prepared.start,
      url: `${gateway.url}${target.path}`,
      headers: [...prepared.start.headers, ...target.headers],
      tools: new RecordedTools(run, prepared.start.at, prepared.rewrites),
      byName,
      ask: this.#asker(),
      gone: this.#stop.signal,
      lastStep: () => recorder.lastStep,
      onText: (piece) => {
        said.write(piece);
        this.watch.output("stdout", piece);
      },
      onAnswer: () => {
        said.end();
        this.#carried.length = 0;
      },
      onResult: (result, { content }) => {
        this.#carried.push(result);
        this.#tell(resultWords(result, content));
      },
    });
    this.watch.started({ kill: stop });
    const end = await continuation.run();
    said.end();
    for (const signal of SIGNALS) process.off(signal, stop);
    const { results } = continuation;
    const code = this.refused.length > 0 ? EXIT.differs : exitCode(end, results);
    this.watch.ended({ ended: true, code, signal: undefined });
    recorder.exit({ code });
    await close();
    if (!this.kept) rmSync(save.path, { force: true });
    return { end, results, code };
  }

  #tell(words: string): void {
    tell(words);
    this.watch.output("vcr", `${words}\n`);
  }

  /** The user on the terminal and whoever watches: the first to answer counts. Without either nobody is asked. */
  #asker(): ToolAsker {
    const atTerminal = !this.watch.inBackground && process.stdin.isTTY === true && process.stderr.isTTY === true;
    return async (question, gone) => {
      if (!atTerminal && !this.watch.inBackground && !this.#holds.watched) return undefined;
      const answered = new AbortController();
      const either = AbortSignal.any([gone, answered.signal]);
      const held = this.#holds.ask(question, either, atTerminal);
      const reply = await (atTerminal ? Promise.race([held, askOnTerminal(question, either)]) : held);
      answered.abort();
      return reply;
    };
  }
}

export async function startContinuing(options: ContinuingOptions): Promise<Continuing> {
  const { run, name, prepared, config, rules, save } = options;
  const { plan, start } = prepared;
  const problems: unknown[] = [];
  const nothing = { calls: [], around: new Map(), unanswered: [] };
  const carried: Carried = [];
  const forking = await startForking({
    besides: () => carriedFields(carried),
    ...{ plan, rules, config, save, needed: [], run: name, holding: options.holding },
    session: new ReplaySession(nothing, { matcher: forkMatcher(plan.limit), rules }),
    environment: process.env,
    onProblem: (error) => problems.push(error),
  });
  for (const record of pastRecords(run, start.at, Date.now(), prepared.answers)) forking.recorder.copy(record);
  const holds = new ResultHolds();
  const watch = await LiveRun.start({
    ...{ mode: "continue", argv: [], run: save, holding: new JoinedHolding(forking.holding.holds, holds) },
    hold: options.hold,
    parent: { path: resolve(run.path), at: start.at },
    // What was copied of its past is no run.
    giveUp: async () => {
      await forking.close();
      rmSync(save.path, { force: true });
    },
    counts: () => ({ live: forking.handler.live, served: 0, ...forking.holding.spent() }),
  });
  return new Continuing(options, { forking, watch, holds, carried, problems });
}

function exitCode(end: ContinuationEnd, results: readonly GivenResult[]): number {
  if (end.how === "interrupted") return EXIT.interrupted;
  if (end.how === "failed") return EXIT.trouble;
  if (end.how === "no-result" || results.some(({ from }) => from === "by-name")) return EXIT.differs;
  return EXIT.ok;
}

/** Where they come from, on the event that carries them; one that was taken by its name makes it loose. */
function carriedFields(carried: Carried): JsonObject {
  if (carried.length === 0) return {};
  const loose = carried.filter(({ from }) => from === "by-name");
  return {
    toolResults: carried.map(({ call, from, step }) => ({
      ...{ id: call.id, name: call.name, from },
      ...(step === undefined ? {} : { step }),
    })),
    ...(loose.length > 0 && {
      loose: loose.map(({ call, step }) => `${call.name} got the result of ${step}`).join(", "),
    }),
  };
}

const SOURCES: Readonly<Record<GivenResult["from"], string>> = {
  exact: "recorded",
  edited: "edited",
  "by-name": "by name, loose",
  chosen: "chosen",
  given: "given",
};
const SHOWN = 100;

function resultWords({ call, from, step }: GivenResult, content: unknown): string {
  const said = (typeof content === "string" ? content : JSON.stringify(content)).replaceAll("\n", " ");
  const where = step === undefined ? "" : ` ${step}`;
  return `${callWords({ call })} → ${said.slice(0, SHOWN)}${said.length > SHOWN ? "..." : ""} (${SOURCES[from]}${where})`;
}
