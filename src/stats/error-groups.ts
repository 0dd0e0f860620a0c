import type { Row, Run } from "../run/run.ts";

/** Errors that say the same but for numbers and names in quotes. */
export interface ErrorGroup {
  readonly count: number;
  /** Of the first. */
  readonly step: string;
  readonly kind: Row["kind"];
  readonly name: string | undefined;
  /** Text of the first, as the file has it: not sanitised. */
  readonly text: string;
}

/** Errors whose texts are read; those behind them are told apart by kind and name alone. */
const MOST_TEXTS = 1000;
const KEY_LENGTH = 200;

export class ErrorGroups {
  readonly #run: Run;
  readonly #groups = new Map<string, ErrorGroup>();
  #texts = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  add(row: Row, i: number): void {
    const text = this.#texts++ < MOST_TEXTS ? this.#run.what(i) : "";
    const key = `${row.kind}\n${row.name ?? ""}\n${sameness(text)}`;
    const { step, kind, name } = row;
    const known = this.#groups.get(key) ?? { count: 0, step, kind, name, text };
    this.#groups.set(key, { ...known, count: known.count + 1 });
  }

  /** The most frequent first, then the earliest. */
  list(): readonly ErrorGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count);
  }
}

/** What stays of a text when what differs from case to case is left out: quoted words, ids, numbers. */
export function sameness(text: string): string {
  return text
    .slice(0, KEY_LENGTH)
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "''")
    .replace(/\b[0-9a-f]{8,}(?:-[0-9a-f]+)*\b/gi, "#")
    .replace(/\d+(?:[.,:]\d+)*/g, "#")
    .replace(/\s+/g, " ")
    .trim();
}
