import type { RunDiff } from "../../diff/run-diff.ts";
import { compileFilter, type Predicate } from "../../query/evaluate.ts";
import type { FilterContext } from "../../query/filter-context.ts";
import { parseFilter } from "../../query/syntax/parse.ts";
import type { Problem } from "../state.ts";
import type { DiffSide } from "./diff-state.ts";

/** A filter on two aligned runs: a row stays when its step in A or its step in B matches. */
export class EntryFilter {
  readonly text: string;
  readonly #diff: RunDiff;
  readonly #sides: readonly Side[];
  #rows: number[] = [];
  #next = 0;

  /** The filter for a text, or what is wrong with the text. */
  static start(diff: RunDiff, text: string, context: (side: DiffSide) => FilterContext): EntryFilter | Problem {
    const parsed = parseFilter(text);
    if (!parsed.ok) return parsed.problem;
    const side = (name: DiffSide): Side => ({ name, predicate: compileFilter(parsed.ast), context: context(name) });
    return new EntryFilter(diff, text, [side("a"), side("b")]);
  }

  private constructor(diff: RunDiff, text: string, sides: readonly Side[]) {
    this.#diff = diff;
    this.text = text;
    this.#sides = sides;
  }

  /** Places in the entries, rising. */
  get rows(): readonly number[] {
    return this.#rows;
  }

  /** What is to be said of the expression in both runs: a fact that one of them has is there. */
  get hints(): readonly string[] {
    const [a = [], b = []] = this.#sides.map(({ predicate }) => predicate.hints());
    return a.filter((hint) => b.includes(hint));
  }

  advance(deadline: number): boolean {
    const { entries } = this.#diff;
    const fresh: number[] = [];
    while (this.#next < entries.length) {
      if (this.#matches(this.#next)) fresh.push(this.#next);
      this.#next++;
      if (performance.now() > deadline) break;
    }
    // A new list each time: whoever has the one before has one that stays.
    if (fresh.length > 0) this.#rows = [...this.#rows, ...fresh];
    return this.#next >= entries.length;
  }

  #matches(n: number): boolean {
    const entry = this.#diff.entries[n];
    if (!entry) return false;
    return this.#sides.some(
      ({ name, predicate, context }) => entry[name] >= 0 && predicate.test(this.#diff[name], entry[name], context),
    );
  }
}

interface Side {
  readonly name: DiffSide;
  readonly predicate: Predicate;
  readonly context: FilterContext;
}
