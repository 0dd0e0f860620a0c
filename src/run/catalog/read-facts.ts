import { messageText } from "../../providers/message.ts";
import { VcrError } from "../../trace/errors.ts";
import { openSource } from "../../trace/source/open-source.ts";
import { advanceAll } from "../drive.ts";
import { type OpenedFile, openFile } from "../open-file.ts";
import { RunTotals } from "../rows/run-totals.ts";
import type { Run } from "../run.ts";
import type { RunFacts, RunSums } from "./run-facts.ts";

export interface FactsOptions {
  /** To its end, for the sums; else as far as the first prompt. */
  readonly whole: boolean;
  /** What a run cost; undefined: as the file says. */
  readonly costOf?: CostOf | undefined;
  /** How the file is seen, where secrets in it are not to be. @default as it is */
  shown?(file: OpenedFile): OpenedFile;
  /** Lets others run, between two slices. */
  pause(): Promise<void>;
  /** Asked between two slices: true gives up. @default never */
  stopped?(): boolean;
}

/** What a run cost in USD; undefined where nothing is known. `atLeast`: some call has no price or tells no tokens. */
export type CostOf = (run: Run) => { readonly usd: number; readonly atLeast: boolean } | undefined;

export type FactsResult =
  | { readonly type: "facts"; readonly facts: RunFacts }
  /** The file is no trace: it belongs in no list of runs. */
  | { readonly type: "no-run" }
  | { readonly type: "problem"; readonly text: string }
  | { readonly type: "stopped" };

/** Milliseconds of reading between two looks at the keyboard. */
const SLICE = 5;
/** Where no prompt has come by so far into a file, there is none worth waiting for. */
const HEAD_BYTES = 256 * 1024;
const HEAD_ROWS = 40;
const PROMPT_LENGTH = 2000;

/** Opens a file, reads what a list says of it, and closes it. Never throws. */
export async function readFacts(path: string, options: FactsOptions): Promise<FactsResult> {
  let file: OpenedFile;
  try {
    const opened = await openFile(path, openSource(path), { alone: !options.whole });
    file = options.shown?.(opened) ?? opened;
  } catch (error) {
    const noTrace = error instanceof VcrError && error.code !== "unreadable";
    return noTrace
      ? { type: "no-run" }
      : { type: "problem", text: error instanceof Error ? error.message : String(error) };
  }
  try {
    const read = options.whole ? await toEnd(file, options) : await toPrompt(file, options);
    return read ? { type: "facts", facts: factsOf(file, options) } : { type: "stopped" };
  } catch (error) {
    return { type: "problem", text: error instanceof Error ? error.message : String(error) };
  } finally {
    file.close();
  }
}

async function toEnd(file: OpenedFile, { pause, stopped }: FactsOptions): Promise<boolean> {
  while (!advanceAll(file, performance.now() + SLICE) || !file.progress.complete) {
    await pause();
    if (stopped?.()) return false;
  }
  file.finish();
  return true;
}

async function toPrompt(file: OpenedFile, { pause, stopped }: FactsOptions): Promise<boolean> {
  while (!advanceAll(file, performance.now() + 1) || !file.progress.complete) {
    const [run] = file.runs;
    if (file.progress.bytes > HEAD_BYTES || (run && (run.length > HEAD_ROWS || firstPrompt(run)?.typed))) break;
    await pause();
    if (stopped?.()) return false;
  }
  return true;
}

function factsOf(file: OpenedFile, { whole, costOf }: FactsOptions): RunFacts {
  const first = file.runs[0];
  const prompt = first && firstPrompt(first)?.text;
  return {
    format: file.format.id,
    formatTitle: file.format.title,
    runs: file.runs.length,
    header: first?.header ?? {},
    ...(prompt !== undefined && { prompt }),
    ...(whole && { sums: sumsOf(file.runs, costOf) }),
  };
}

interface Prompt {
  readonly text: string;
  /** By a person; else a note of the tool, and what the person typed may be further on. */
  readonly typed: boolean;
}

/** What a person asked first: tools put their own notes in tags before it. */
function firstPrompt(run: Run): Prompt | undefined {
  let tagged: string | undefined;
  for (let i = 0; i < Math.min(run.length, HEAD_ROWS); i++) {
    for (const text of userTexts(run, i)) {
      if (text.trim() === "") continue;
      if (!/^\s*<[\w-]+>|^Caveat: /.test(text)) return { text: text.trim().slice(0, PROMPT_LENGTH), typed: true };
      tagged ??= text.trim().slice(0, PROMPT_LENGTH);
    }
  }
  return tagged === undefined ? undefined : { text: tagged, typed: false };
}

function userTexts(run: Run, i: number): readonly string[] {
  const { kind, name } = run.row(i);
  if (kind === "message" && name === "user") {
    const own = run.message(i);
    return own ? [messageText(own)] : [run.what(i)];
  }
  if (kind !== "llm") return [];
  const messages = run.messages(i);
  return messages.slice(run.sharedMessages(i), HEAD_ROWS).flatMap((each) => {
    const message = each.read();
    return message.role === "user" ? [messageText(message)] : [];
  });
}

function sumsOf(runs: readonly Run[], costOf: FactsOptions["costOf"]): RunSums {
  const totals = runs.map((run) => {
    const total = new RunTotals(run);
    total.update();
    return total;
  });
  const tokens = sum(totals.map((total) => total.tokens));
  const costs = runs.map(costOf ?? storedCost);
  const cost = sum(costs.map((each) => each?.usd));
  const firstError = runs.map(errorOf).find((error) => error !== undefined);
  const lastAnswer = runs.length > 0 ? answerOf(runs.at(-1)!) : undefined;
  return {
    steps: runs.reduce((steps, run) => steps + run.steps, 0),
    errors: totals.reduce((errors, total) => errors + total.errors, 0),
    tokensAtLeast: totals.some((total) => total.unknownTokens),
    costAtLeast: costs.some((each) => each?.atLeast === true),
    models: modelsOf(runs),
    ...(tokens !== undefined && { tokens }),
    ...(cost !== undefined && { cost }),
    ...(firstError && { firstError }),
    ...(lastAnswer !== undefined && { lastAnswer }),
  };
}

const storedCost: CostOf = (run) => {
  const total = new RunTotals(run);
  total.update();
  return total.cost === undefined ? undefined : { usd: total.cost, atLeast: false };
};

function sum(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : known.reduce((total, each) => total + each, 0);
}

function modelsOf(runs: readonly Run[]): readonly string[] {
  const models = new Set<string>();
  for (const run of runs) {
    for (let i = 0; i < run.length; i++) {
      const { kind, name } = run.row(i);
      if (kind === "llm" && name !== undefined) models.add(name);
    }
  }
  return [...models];
}

function errorOf(run: Run): RunSums["firstError"] {
  for (let i = 0; i < run.length; i++) {
    const { kind, status, step, repeatedBy } = run.row(i);
    if ((status === "error" && repeatedBy === undefined) || kind === "error") return { step, text: run.what(i) };
  }
  return undefined;
}

function answerOf(run: Run): string | undefined {
  for (let i = run.length - 1; i >= 0; i--) if (run.row(i).kind === "llm") return run.what(i);
  return undefined;
}
