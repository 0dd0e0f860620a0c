import { compileFilter, type Predicate } from "../query/evaluate.ts";
import type { FilterContext } from "../query/filter-context.ts";
import type { Filter } from "../query/syntax/ast.ts";
import { parseFilter } from "../query/syntax/parse.ts";
import type { Run } from "../run/run.ts";
import { type Guess, mayHold, mentions, speaksOfTools } from "./may-hold.ts";
import { OwnRun } from "./own-run.ts";

export type CallPhase = "request" | "response";

export interface LiveExpression {
  readonly expression: string;
  readonly on: boolean;
}

/** An expression that could not be read. */
class ExpressionError extends Error {
  readonly expression: string;
  readonly problem: { readonly message: string; readonly from: number; readonly to: number; readonly hint: string };

  constructor(expression: string, problem: ExpressionError["problem"]) {
    const place = expression.slice(problem.from, problem.to);
    const hint = problem.hint === "" ? "" : ` (${problem.hint})`;
    super(`${problem.message}${place === "" ? "" : `: "${place}"`} at ${problem.from + 1} of ${expression}${hint}`);
    this.expression = expression;
    this.problem = problem;
  }
}

interface Live {
  readonly expression: string;
  readonly ast: Filter;
  readonly at: Readonly<Record<CallPhase, Predicate>>;
  readonly namesPhase: boolean;
  readonly tools: boolean;
}

/** A row that a call stands for at a phase, and the phase the row itself is in. */
interface Candidate {
  readonly i: number;
  readonly row: string;
  readonly phase: CallPhase;
}

/**
 * Breakpoints of a run in progress. Expressions are asked of the rows of its own file, as on screen. A tool is called by the answer that asks
 * for it (its request) and answered by the first request that carries its result (its response). One without `phase:` stops a row once.
 */
export class LiveBreakpoints {
  readonly #run: OwnRun;
  readonly #contexts: Readonly<Record<CallPhase, FilterContext>>;
  readonly #stopped = new Set<string>();
  #list: readonly LiveExpression[] = [];
  #live: readonly Live[] = [];

  constructor(path: string, contextOf: (run: () => Run | undefined) => FilterContext = () => ({})) {
    this.#run = new OwnRun(path);
    const context = contextOf(() => this.#run.current);
    this.#contexts = { request: { ...context, phase: "request" }, response: { ...context, phase: "response" } };
  }

  get breakpoints(): readonly LiveExpression[] {
    return this.#list;
  }

  get any(): boolean {
    return this.#live.length > 0;
  }

  /** @throws ExpressionError; then nothing has changed */
  set(list: readonly LiveExpression[]): void {
    const live = list.filter(({ on }) => on).map(({ expression }) => readExpression(expression));
    for (const { expression, on } of list) if (!on) readExpression(expression);
    this.#list = list.map(({ expression, on }) => ({ expression, on }));
    this.#live = live;
  }

  /** As far as can be told from the request of the call. */
  mayStopAnswer(step: number): boolean {
    const run = this.#run.current;
    const i = run?.indexOf(String(step)) ?? -1;
    if (run === undefined || i < 0) return this.any;
    const own: Guess = { run, i, context: this.#contexts.response, isTool: false };
    const tool: Guess = { run, i, context: this.#contexts.request, isTool: true };
    return this.#live.some(({ ast, tools }) => mayHold(ast, own) || (tools && mayHold(ast, tool)));
  }

  /** The breakpoint that stops the call before it goes out, or now that its answer is there. */
  async stopAt(
    step: number,
    phase: CallPhase,
  ): Promise<{ readonly expression: string; readonly row: string; readonly label?: string } | undefined> {
    const run = await this.#run.upToDate();
    const i = run?.indexOf(String(step)) ?? -1;
    if (run === undefined || i < 0) return undefined;
    const candidates = [{ i, row: String(step), phase }, ...toolsAt(run, i, phase)];
    for (const live of this.#live)
      for (const { i: at, row, phase: half } of live.tools ? candidates : candidates.slice(0, 1)) {
        const key = `${live.expression}\n${row}\n${live.namesPhase ? half : ""}`;
        if (this.#stopped.has(key) || !live.at[half].test(run, at, this.#contexts[half])) continue;
        this.#stopped.add(key);
        return { expression: live.expression, row, ...(at === i ? {} : { label: `tool ${run.row(at).name ?? ""}` }) };
      }
    return undefined;
  }

  close(): void {
    this.#run.close();
  }
}

function readExpression(expression: string): Live {
  const parsed = parseFilter(expression);
  if (!parsed.ok) throw new ExpressionError(expression, parsed.problem);
  const { ast } = parsed;
  return {
    expression,
    ast,
    at: { request: compileFilter(ast), response: compileFilter(ast) },
    namesPhase: mentions(ast, "phase"),
    tools: speaksOfTools(ast),
  };
}

/** Tools that the answer of a call asks for, or whose results its request carries first. */
function toolsAt(run: Run, i: number, phase: CallPhase): readonly Candidate[] {
  const asker = phase === "response" ? i : run.previousCall(i);
  if (asker < 0) return [];
  const { seq, step } = run.row(asker);
  const carrier = run.row(i).step;
  const found: Candidate[] = [];
  for (let at = asker + 1; at < run.length; at++) {
    const row = run.row(at);
    if (row.seq !== seq || row.step === step) break;
    if (row.kind !== "tool" || !row.derived) continue;
    if (phase === "response") found.push({ i: at, row: row.step, phase: "request" });
    else if (run.tool(at).resultStep === carrier) found.push({ i: at, row: row.step, phase: "response" });
  }
  return found;
}
