import type { Steps } from "../diff/work.ts";
import type { Json } from "../json/json.ts";
import { walkLeaves } from "../query/search/json-leaves.ts";
import type { Row, Run } from "../run/run.ts";
import { type Match, type MatchKind, Needle, plain } from "./needle.ts";
import { broughtIn, gaveOut, prompts, type Saying, tookIn, type Where } from "./sayings.ts";

/** A place in a run where a value was found. */
export interface Occurrence {
  readonly i: number;
  readonly step: Row["step"];
  readonly where: Where;
  /** Of prompts and requests: number of the message. */
  readonly message?: number;
  readonly match: MatchKind;
  /** A line around the place; sanitising is left to the caller. */
  readonly preview: string;
}

export interface Provenance {
  /** Earliest first, all of the best kind of match there is. */
  readonly found: readonly Occurrence[];
  /** Where no earlier event has it: the event in which it first appears. An answer there made it up. */
  readonly firstIn?: Occurrence;
  /** Why it was not looked for, or that there are more. */
  readonly notice?: string;
}

const MOST = 200;
const AROUND = 48;
const EVERYWHERE = "true, false, null and empty texts are everywhere: they are not traced";

/**
 * Where a value seen in event i came from: earlier events that gave it out (answers, results, contexts, states) and
 * prompts that held it. For arguments of a tool, what the model knew when it asked for them.
 */
export function* cameFrom(run: Run, i: number, value: Json): Steps<Provenance> {
  const needle = Needle.of(value);
  if (!needle) return { found: [], notice: EVERYWHERE };
  const call = callOf(run, i);
  const search = new Search(run, needle);
  for (let at = 0; at < call; at++) {
    search.look(at, broughtIn(run, at));
    yield at / Math.max(1, call);
  }
  search.look(call, prompts(run, call));
  const found = search.best();
  if (found.found.length > 0) return found;
  const own = new Search(run, needle);
  own.look(call, gaveOut(run, call));
  if (call !== i) own.look(i, gaveOut(run, i));
  const [firstIn] = own.best().found;
  return firstIn ? { found: [], firstIn } : { found: [] };
}

/** Where a value seen in event i was used next: later requests, arguments and answers that hold it. */
export function* wentTo(run: Run, i: number, value: Json): Steps<Provenance> {
  const needle = Needle.of(value);
  if (!needle) return { found: [], notice: EVERYWHERE };
  const search = new Search(run, needle);
  for (let at = i + 1; at < run.length; at++) {
    search.look(at, tookIn(run, at));
    if (run.row(at).kind === "llm") search.look(at, gaveOut(run, at));
    yield (at - i) / (run.length - i);
  }
  return search.best();
}

/** The call that asked for a derived tool; else the event itself. */
function callOf(run: Run, i: number): number {
  const row = run.row(i);
  const parent = row.derived && row.parent !== undefined ? run.indexOfRow(row.parent) : -1;
  return parent >= 0 ? parent : i;
}

class Search {
  readonly #run: Run;
  readonly #needle: Needle;
  readonly #found: Occurrence[] = [];

  constructor(run: Run, needle: Needle) {
    this.#run = run;
    this.#needle = needle;
  }

  look(i: number, sayings: readonly Saying[]): void {
    for (const { where, message, value } of sayings) {
      const hit = bestIn(value, this.#needle);
      if (!hit) continue;
      const { step } = this.#run.row(i);
      const preview = previewOf(hit);
      this.#found.push({ i, step, where, match: hit.match.kind, preview, ...(message !== undefined && { message }) });
    }
  }

  best(): Provenance {
    for (const kind of ["exact", "normalised", "part"] as const) {
      const found = this.#found.filter((each) => each.match === kind);
      if (found.length > MOST) return { found: found.slice(0, MOST), notice: `${found.length - MOST} more places` };
      if (found.length > 0) return { found };
    }
    return { found: [] };
  }
}

interface Hit {
  readonly text: string;
  readonly match: Match;
}

const RANK: Readonly<Record<MatchKind, number>> = { exact: 0, normalised: 1, part: 2 };

function bestIn(value: Json, needle: Needle): Hit | undefined {
  const whole = needle.inValue(value);
  if (whole) return { text: JSON.stringify(value), match: whole };
  let best: Hit | undefined;
  walkLeaves(value, ({ text }) => {
    const match = needle.inText(text);
    if (match && (!best || RANK[match.kind] < RANK[best.match.kind])) best = { text, match };
    return best?.match.kind === "exact";
  });
  return best;
}

function previewOf({ text, match }: Hit): string {
  const shown = match.kind === "exact" ? text : plain(text);
  const from = Math.max(0, match.at - AROUND);
  const piece = shown.slice(from, Math.max(0, match.at) + match.length + AROUND).slice(0, 240);
  const line = piece.replace(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${line}${from + piece.length < shown.length ? "…" : ""}`;
}
