import type { RunDiff } from "../../diff/run-diff.ts";
import type { Matcher } from "../../query/search/matcher.ts";
import { type Hit, type Searcher, searcher } from "../../query/search/search.ts";

/** A search through two aligned runs: `i` of a hit is a place in the entries. What is equal is searched once. */
export class EntrySearch {
  readonly text: string;
  readonly #searchers: readonly [Searcher, Searcher];
  readonly #entries: readonly [Int32Array, Int32Array];
  #hits: readonly Hit[] = [];
  /** Hits of both runs when `#hits` were put together. */
  #counted = 0;

  constructor(diff: RunDiff, text: string, { matcher, from }: { readonly matcher: Matcher; readonly from: number }) {
    this.text = text;
    const entry = diff.entries[from];
    this.#searchers = [
      searcher(diff.a, matcher, Math.max(0, entry?.a ?? 0)),
      searcher(diff.b, matcher, Math.max(0, entry?.b ?? 0)),
    ];
    this.#entries = [new Int32Array(diff.a.length).fill(-1), new Int32Array(diff.b.length).fill(-1)];
    diff.entries.forEach(({ a, b, op }, n) => {
      if (a >= 0) this.#entries[0][a] = n;
      if (b >= 0 && op !== "equal") this.#entries[1][b] = n;
    });
  }

  /** Rows of both runs that have been searched. */
  get searched(): number {
    return this.#searchers[0].searched + this.#searchers[1].searched;
  }

  /** In the order of the aligned rows. */
  get hits(): readonly Hit[] {
    const [a, b] = this.#searchers.map(({ hits }) => hits);
    const count = (a?.length ?? 0) + (b?.length ?? 0);
    if (count === this.#counted) return this.#hits;
    this.#counted = count;
    const placed = [a ?? [], b ?? []].flatMap((hits, side) =>
      hits.flatMap((hit) => {
        const entry = this.#entries[side]?.[hit.i] ?? -1;
        return entry < 0 ? [] : [{ ...hit, i: entry }];
      }),
    );
    this.#hits = placed.sort((x, y) => x.i - y.i);
    return this.#hits;
  }

  advance(deadline: number): boolean {
    const [a, b] = this.#searchers;
    const half = performance.now() + (deadline - performance.now()) / 2;
    const first = a.advance(half);
    return b.advance(deadline) && first;
  }
}
