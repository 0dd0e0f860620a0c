import type { IFuseOptions } from "fuse.js";

/** A fuzzy search under way: thousands of labels take longer than a key may. */
export interface LabelJob {
  /** Goes on until `deadline` (performance.now()); true: done. */
  advance(deadline: number): boolean;
  /** Labels that are like what was typed, the best first. */
  found(): readonly string[];
}

export type LabelSearch = (query: string, labels: readonly string[]) => LabelJob;

/** Labels looked at between two looks at the clock: a few milliseconds' worth. */
const CHUNK = 50;
/** A shorter word, or one with a digit, is like too many others: it has to stand there. */
const FUZZY_FROM = 5;
const OPTIONS: IFuseOptions<string> = { threshold: 0.3, ignoreLocation: true, includeScore: true };

/** fuse.js, loaded when it is searched for the first time. Each word is looked for by itself, wherever it stands. */
export async function loadLabelSearch(): Promise<LabelSearch> {
  const { default: Fuse } = await import("fuse.js");
  /** Score of each label that has something like all the words; 0 is the best. */
  const alike = (labels: readonly string[], words: readonly string[]): ReadonlyMap<string, number> => {
    let scores = new Map(labels.map((label) => [label, 0]));
    for (const word of words) {
      const fuse = new Fuse([...scores.keys()], OPTIONS);
      scores = new Map(fuse.search(word).map(({ item, score = 1 }) => [item, (scores.get(item) ?? 0) + score]));
    }
    return scores;
  };
  return (query, labels) => {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    const fuzzy = words.filter((word) => word.length >= FUZZY_FROM && !/\d/.test(word));
    const exact = words.filter((word) => !fuzzy.includes(word));
    const hits: (readonly [label: string, score: number])[] = [];
    let at = 0;
    return {
      advance: (deadline) => {
        while (at < labels.length && fuzzy.length > 0) {
          const chunk = labels.slice(at, at + CHUNK).filter((label) => holds(label, exact));
          hits.push(...alike(chunk, fuzzy));
          at += CHUNK;
          if (performance.now() >= deadline) break;
        }
        return at >= labels.length || fuzzy.length === 0;
      },
      found: () => hits.toSorted((a, b) => a[1] - b[1]).map(([label]) => label),
    };
  };
}

function holds(label: string, words: readonly string[]): boolean {
  const text = label.toLowerCase();
  return words.every((word) => text.includes(word));
}
