import type { Row, Run } from "../run-types.ts";
import { literalMatcher, type Matcher, regexMatcher } from "./matcher.ts";
import { type Found, searchRow } from "./search-row.ts";

/** Full-text search over everything a run holds, whether a view shows it or not. */

export interface Hit extends Found {
  /** Place of its row in the list, as of the last `advance`. */
  readonly i: number;
  readonly step: string;
}

export interface Searcher {
  readonly matcher: Matcher;
  /** Searches on until `deadline` (performance.now()), at least one row; true when all rows of now are through. */
  advance(deadline: number): boolean;
  /** Hits so far, sorted by their place in the run. */
  readonly hits: readonly Hit[];
  /** Rows searched so far. */
  readonly searched: number;
  /** The nearest hit in a row after (1) or before (-1) row `from`; undefined when there is none on that side (yet). */
  next(from: number, direction: 1 | -1): Hit | undefined;
}

/** A search text: literal with smart case, or `/regex/` with `i` behind it for any case. */
export function searchMatcher(query: string): Matcher | { readonly problem: string } {
  const regex = /^\/(.+)\/(i?)$/s.exec(query);
  return regex?.[1] === undefined ? literalMatcher(query) : regexMatcher(regex[1], regex[2] === "i");
}

/** `start`: the row in the list to begin at, so that the hits near the reader come first. */
export function searcher(run: Run, matcher: Matcher, start = 0): Searcher {
  return new RunSearch(run, matcher, start);
}

/** Row numbers without a row that may lie between two rows: derived rows that gave way to recorded ones. */
const LONGEST_GAP = 1024;
/** The newest rows may still be completed by later lines although they look finished. */
const UNSETTLED = 64;

/** Walks rows by their number, which never changes while their place in the list does. */
class RunSearch implements Searcher {
  readonly matcher: Matcher;
  readonly #run: Run;
  readonly #first: number;
  readonly #found = new Map<number, readonly Found[]>();
  /** What a row that may still change looked like when it was searched. */
  readonly #open = new Map<number, string>();
  #up: number;
  #low = 0;
  #again: number[] = [];
  #version = -1;
  #sorted: { readonly version: number; readonly hits: readonly Hit[] } | undefined;

  searched = 0;

  constructor(run: Run, matcher: Matcher, start: number) {
    this.#run = run;
    this.matcher = matcher;
    this.#first = start > 0 && start < run.length ? run.row(start).row : 0;
    this.#up = this.#first;
  }

  advance(deadline: number): boolean {
    for (;;) {
      const row = this.#nextRow();
      if (row === undefined) return true;
      this.#search(row);
      if (performance.now() >= deadline) return false;
    }
  }

  get hits(): readonly Hit[] {
    if (this.#sorted?.version === this.#run.version) return this.#sorted.hits;
    const rows = [...this.#found].map(([row, found]) => ({ i: this.#run.indexOfRow(row), found }));
    const hits = rows
      .filter(({ i }) => i >= 0)
      .sort((a, b) => a.i - b.i)
      .flatMap(({ i, found }) => {
        const { step } = this.#run.row(i);
        return found.map((one): Hit => ({ ...one, i, step }));
      });
    this.#sorted = { version: this.#run.version, hits };
    return hits;
  }

  next(from: number, direction: 1 | -1): Hit | undefined {
    const { hits } = this;
    let low = 0;
    let high = hits.length;
    const bound = direction === 1 ? from + 1 : from;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (hits[middle]!.i < bound) low = middle + 1;
      else high = middle;
    }
    if (direction === 1) return hits[low];
    // The first hit of the row before, as a reader coming from above would meet it.
    const last = hits[low - 1];
    while (last && low > 1 && hits[low - 2]!.i === last.i) low--;
    return last && hits[low - 1];
  }

  #nextRow(): Row | undefined {
    const up = this.#rowFrom(this.#up);
    if (up) {
      this.#up = up.row + 1;
      return up;
    }
    while (this.#low < this.#first) {
      const row = this.#rowAt(this.#low++);
      if (row) return row;
    }
    if (this.#version !== this.#run.version) {
      this.#version = this.#run.version;
      this.#again = [...this.#open.keys()];
    }
    for (let number = this.#again.pop(); number !== undefined; number = this.#again.pop()) {
      const row = this.#rowAt(number);
      if (!row) this.#forget(number);
      else if (lookOf(row) !== this.#open.get(number)) return row;
    }
    return undefined;
  }

  #rowFrom(number: number): Row | undefined {
    for (let at = number; at < number + LONGEST_GAP; at++) {
      const row = this.#rowAt(at);
      if (row) return row;
    }
    return undefined;
  }

  #rowAt(number: number): Row | undefined {
    const i = this.#run.indexOfRow(number);
    const row = i < 0 || i >= this.#run.length ? undefined : this.#run.row(i);
    return row?.row === number ? row : undefined;
  }

  #search(row: Row): void {
    const found = searchRow(this.#run, this.#run.indexOfRow(row.row), this.matcher);
    if (found.length > 0) this.#found.set(row.row, found);
    else this.#found.delete(row.row);
    if (!this.#open.has(row.row)) this.searched++;
    this.#open.set(row.row, lookOf(row));
    this.#settle();
    this.#sorted = undefined;
  }

  /** A finished row that is not among the newest does not change any more. */
  #settle(): void {
    if (this.#open.size <= UNSETTLED) return;
    for (const [number, look] of this.#open) {
      if (this.#open.size <= UNSETTLED) return;
      if (!look.startsWith("pending")) this.#open.delete(number);
    }
  }

  #forget(number: number): void {
    this.#open.delete(number);
    if (this.#found.delete(number)) this.#sorted = undefined;
  }
}

function lookOf(row: Row): string {
  return [row.status, row.name, row.size, row.durationMs, row.tokens?.out, row.httpStatus].join(" ");
}
