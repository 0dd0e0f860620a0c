import { url as inspectorUrl } from "node:inspector";
import { resolve } from "node:path";
import { argv, cwd, env, kill, pid } from "node:process";
import { ControlServer } from "./control/control-server.ts";
import { RunInProgress } from "./control/run-in-progress.ts";
import { compileFilter, type Predicate } from "./query/evaluate.ts";
import { parseFilter } from "./query/syntax/parse.ts";
import { warnOnce } from "./record/warnings.ts";
import { InsideHolds } from "./replay/inside-holds.ts";
import type { CallBreaks, CallToBreak } from "./replay/replayed-calls.ts";
import type { Run } from "./run/run.ts";
import { VcrError } from "./trace/errors.ts";

/** `breakAt` of a replay: stops calls in a debugger, or holds them for whoever attaches. */
export class BreakAt implements CallBreaks {
  readonly #run: Run;
  readonly #holds: InsideHolds;
  #served = 0;
  #progress: RunInProgress | undefined;
  #server: Promise<ControlServer | undefined> | undefined;

  /** @throws VcrError "filter" when an expression cannot be read */
  constructor(run: Run, breakAt: number | string | readonly (number | string)[]) {
    this.#run = run;
    this.#holds = new InsideHolds((expression) => this.#testOf(expression));
    const expressions = (typeof breakAt === "object" ? breakAt : [breakAt]).map(String);
    this.#holds.setBreakpoints(expressions.map((expression) => ({ expression, on: true })));
  }

  at(call: CallToBreak): Promise<{ readonly instead?: unknown }> | undefined {
    this.#served++;
    const reason = this.#holds.reasonAt(call.step);
    if (reason === undefined) return undefined;
    if (inspectorUrl() !== undefined) {
      // biome-ignore lint/suspicious/noDebugger: it is the breakpoint that was asked for
      debugger;
      return undefined;
    }
    const step = `step ${call.step} (${call.label})`;
    const by = `${reason.expression === undefined ? "" : "the "}${reason.words}`;
    if (!call.promised) {
      const why = "it gives no promise, so only a debugger can hold it (node --inspect)";
      warnOnce("BreakpointWarning", `${step} matches ${by} and goes on: ${why}`);
      return undefined;
    }
    const held = this.#holds.hold(call, reason);
    void this.#serve(`${step} is held by ${by}`);
    return held;
  }

  /** The program has ended. */
  async close(): Promise<void> {
    this.#holds.letGo();
    this.#progress?.over([]);
    await (await this.#server)?.close();
  }

  async #serve(words: string): Promise<void> {
    this.#server ??= this.#start();
    if ((await this.#server) === undefined) return this.#holds.letGo();
    const { id } = this.#run.header;
    warnOnce("BreakpointWarning", `${words}; vcr attach ${id?.slice(0, 8) ?? "last"} goes on from here`);
  }

  async #start(): Promise<ControlServer | undefined> {
    const { header, path } = this.#run;
    this.#progress = new RunInProgress({
      ...{ mode: "replay", argv, cwd: cwd(), pid, holding: this.#holds },
      run: { id: header.id ?? `${pid}`, path: resolve(path) },
      counts: () => ({ live: 0, served: this.#served }),
    });
    this.#progress.agentStarted({ pid, kill: () => kill(pid, "SIGTERM") });
    try {
      return await ControlServer.start(this.#progress, env);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      warnOnce("BreakpointWarning", `nobody could attach, so nothing is held: ${why}`);
      return undefined;
    }
  }

  #testOf(expression: string): (step: number) => boolean {
    if (/^\d+$/.test(expression)) return (step) => step === Number(expression);
    const parsed = parseFilter(expression);
    if (!parsed.ok)
      throw new VcrError(`breakpoint ${expression}: ${parsed.problem.message}`, {
        code: "filter",
        hint: parsed.problem.hint,
      });
    const predicate: Predicate = compileFilter(parsed.ast);
    return (step) => {
      const i = this.#run.indexOf(String(step));
      return i >= 0 && predicate.test(this.#run, i);
    };
  }
}
