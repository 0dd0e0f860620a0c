import { compact } from "../../run/rows/what.ts";
import type { Run } from "../../run/run.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { Op } from "../align/alignment.ts";
import { maskedDifference } from "../cause/masked-difference.ts";
import type { DiffEntry, RunDiff } from "../run-diff.ts";
import { type StepDiff, stepDiff } from "../step-diff.ts";
import { countsLine, retriesText, verdictLines } from "../summary.ts";
import { opLines } from "./op-lines.ts";

export interface RenderOptions {
  /** Lines of equal steps beside each difference; the outermost stands for all behind it. @default 1 */
  readonly context?: number;
  /** Whole values instead of their beginnings. @default false */
  readonly verbose?: boolean;
  /** Only the first line and what it comes to. @default false */
  readonly stat?: boolean;
}

/** Characters of an added or removed step's own text. */
const WORDS = 120;

/** The report of `vcr diff`. */
export function renderDiff(diff: RunDiff, options: RenderOptions = {}): string {
  return Array.from(reportLines(diff, options), ({ text }) => text).join("\n");
}

/** A line of the report, and what it is about: for who colours it. */
export interface ReportLine {
  readonly text: string;
  readonly tone: Op | "head" | "place" | "verdict";
}

/** The same, line by line, as each is made: payloads are compared only for lines that are read. */
export function* reportLines(diff: RunDiff, options: RenderOptions = {}): Generator<ReportLine> {
  const { a, b } = diff;
  const head = `A ${sanitise(a.path)}  ${steps(a.steps)}   B ${sanitise(b.path)}  ${steps(b.steps)}   ${countsLine(diff.counts)}${retriesText(diff)}`;
  yield { text: head, tone: "head" };
  if (!options.stat) {
    const page = new Page(diff, options);
    for (const stretch of stretches(diff.entries)) {
      if (stretch[0]?.op === "equal") for (const text of page.equal(stretch)) yield { text, tone: "equal" };
      else for (const entry of stretch) yield* page.different(entry);
    }
  }
  for (const line of [...verdictLines(diff), ...(options.stat ? [] : maskedLines(diff))])
    yield { text: sanitise(line), tone: "verdict" };
}

/** What equal texts do not show. */
function maskedLines(diff: RunDiff): readonly string[] {
  const found = maskedDifference(diff);
  if (found === undefined) return [];
  const { a, b, placeholders } = found;
  const which = placeholders.length === 1 ? placeholders[0] : `one of ${placeholders.join(", ")}`;
  const [left, right] = [diff.a.row(a).step, diff.b.row(b).step];
  return [`masked: from step ${left} (A) / ${right} (B) on ${which} stands for another value in A than in B`];
}

/** Equal steps that follow each other, and the differences between them. */
function* stretches(entries: readonly DiffEntry[]): Generator<readonly DiffEntry[]> {
  let from = 0;
  for (let n = 1; n <= entries.length; n++) {
    if (n < entries.length && (entries[n]!.op === "equal") === (entries[from]!.op === "equal")) continue;
    yield entries.slice(from, n);
    from = n;
  }
}

class Page {
  readonly #diff: RunDiff;
  readonly #context: number;
  readonly #verbose: boolean;
  /** Width of the two columns of step names. */
  readonly #width: number;

  constructor(diff: RunDiff, { context = 1, verbose = false }: RenderOptions) {
    this.#diff = diff;
    this.#context = Math.max(0, Math.floor(context));
    this.#verbose = verbose;
    const named = diff.entries.filter((entry) => entry.op !== "equal");
    this.#width = named.reduce(
      (width, entry) => Math.max(width, this.#nameA(entry).length, this.#nameB(entry).length),
      2,
    );
  }

  *equal(stretch: readonly DiffEntry[]): Generator<string> {
    if (this.#context === 0) return;
    const { entries } = this.#diff;
    const alone = this.#context - 1;
    const head = stretch[0] === entries[0] ? 0 : alone;
    const tail = stretch.at(-1) === entries.at(-1) ? 0 : alone;
    if (stretch.length <= head + tail) {
      for (const entry of stretch) yield this.#oneEqual(entry);
      return;
    }
    for (const entry of stretch.slice(0, head)) yield this.#oneEqual(entry);
    yield this.#manyEqual(stretch.slice(head, stretch.length - tail));
    for (const entry of stretch.slice(stretch.length - tail)) yield this.#oneEqual(entry);
  }

  *different(entry: DiffEntry): Generator<ReportLine> {
    const sign = { equal: "=", changed: "~", added: "+", removed: "-", moved: ">" }[entry.op];
    yield { text: `${sign}  ${this.#columns(entry)} ${this.#title(entry)}${this.#words(entry)}`, tone: entry.op };
    if (entry.op !== "changed") return;
    const { a, b } = this.#diff;
    const step = stepDiff({ a: { run: a, i: entry.a }, b: { run: b, i: entry.b } }, this.#diff.options);
    const indent = " ".repeat(this.#width * 2 + 5);
    for (const part of [step.asked, step.came])
      for (const line of opLines(part, this.#verbose)) yield { text: `${indent}${line}`.trimEnd(), tone: toneOf(line) };
  }

  /** `17    ` where both sides have the same name, `17 19 ` where not. */
  #columns(entry: DiffEntry): string {
    const [left, right] = [this.#nameA(entry), this.#nameB(entry)];
    return `${left.padEnd(this.#width)} ${(left === right ? "" : right).padEnd(this.#width)}`;
  }

  #nameA(entry: DiffEntry): string {
    return entry.a < 0 ? "" : this.#diff.a.row(entry.a).step;
  }

  #nameB(entry: DiffEntry): string {
    return entry.b < 0 ? "" : this.#diff.b.row(entry.b).step;
  }

  #title(entry: DiffEntry): string {
    const { run, i } = this.#side(entry);
    const row = run.row(i);
    return sanitise(row.name === undefined ? row.kind : `${row.kind} ${row.name}`);
  }

  #words(entry: DiffEntry): string {
    if (entry.op === "changed") {
      const { a, b } = this.#diff;
      const step = stepDiff({ a: { run: a, i: entry.a }, b: { run: b, i: entry.b } }, this.#diff.options);
      return `   ${reason(this.#diff, entry, step)}`;
    }
    if (entry.op === "moved") return `   moved${entry.parallel ? ", ran at the same time as others" : ""}`;
    const { run, i } = this.#side(entry);
    const words = sanitise(ownWords(run, i));
    return words === "" ? "" : ` ${words.length > WORDS && !this.#verbose ? `${words.slice(0, WORDS)}...` : words}`;
  }

  #side(entry: DiffEntry): { readonly run: Run; readonly i: number } {
    return entry.a >= 0 ? { run: this.#diff.a, i: entry.a } : { run: this.#diff.b, i: entry.b };
  }

  #oneEqual(entry: DiffEntry): string {
    return `=  ${this.#columns(entry)} ${this.#title(entry)}${this.#words(entry)}`;
  }

  #manyEqual(stretch: readonly DiffEntry[]): string {
    const [first, last] = [stretch[0]!, stretch.at(-1)!];
    const range = (name: (entry: DiffEntry) => string) =>
      stretch.length === 1 ? name(first) : `${name(first)}-${name(last)}`;
    const [left, right] = [range((entry) => this.#nameA(entry)), range((entry) => this.#nameB(entry))];
    const count = stretch.filter((entry) => !this.#diff.a.row(entry.a).derived).length;
    const what = count > 0 ? `${count} equal ${count === 1 ? "step" : "steps"}` : "equal";
    const carried = stretch.some((entry) => entry.inherited) ? ", their requests carry what changed before" : "";
    return `=  ${(left === right ? left : `${left} ${right}`).padEnd(this.#width * 2 + 1)} ${what}${carried}`;
  }
}

function toneOf(line: string): ReportLine["tone"] {
  if (line.startsWith("- ")) return "removed";
  if (line.startsWith("+ ")) return "added";
  return line.startsWith("  ") ? "equal" : "place";
}

/** What changed, in words: `same request, different answer`. */
export function reason({ a, b }: RunDiff, entry: DiffEntry, { asked, came }: StepDiff): string {
  const [left, right] = [a.row(entry.a), b.row(entry.b)];
  const words = WORDS_OF[left.kind] ?? ["input", "output"];
  const fails = left.status === "error" ? right.status !== "error" : right.status === "error";
  const outcome = fails ? `failed in ${left.status === "error" ? "A" : "B"}` : `different ${words[1]}`;
  if (left.kind === "message") return "different text";
  if (asked.ops.length === 0) return came.ops.length === 0 ? "different" : `same ${words[0]}, ${outcome}`;
  return came.ops.length === 0
    ? `different ${words[0]}, same ${words[1]}`
    : `different ${words[0]} and ${fails ? outcome : words[1]}`;
}

const WORDS_OF: Readonly<Record<string, readonly [asked: string, came: string]>> = {
  llm: ["request", "answer"],
  tool: ["arguments", "result"],
  memory: ["query", "context"],
  http: ["request", "response"],
};

/** A tool's arguments as JSON; of others what the list says. */
function ownWords(run: Run, i: number): string {
  if (run.row(i).kind !== "tool") return run.what(i);
  const { args } = run.tool(i);
  return args === undefined ? "" : typeof args === "object" ? JSON.stringify(args) : compact(String(args));
}

function steps(count: number): string {
  return `${count} ${count === 1 ? "step" : "steps"}`;
}
