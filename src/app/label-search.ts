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
const OPTIONS: IFuseOptions<string> = { threshold: 0.3, ignoreLocation: true, includeScore: true };

/** fuse.js, loaded when it is searched for the first time. */
export async function loadLabelSearch(): Promise<LabelSearch> {
  const { default: Fuse } = await import("fuse.js");
  return (query, labels) => {
    const hits: { readonly label: string; readonly score: number }[] = [];
    let at = 0;
    return {
      advance: (deadline) => {
        while (at < labels.length) {
          const chunk = new Fuse(labels.slice(at, at + CHUNK), OPTIONS);
          for (const { item, score = 1 } of chunk.search(query)) hits.push({ label: item, score });
          at += CHUNK;
          if (performance.now() >= deadline) break;
        }
        return at >= labels.length;
      },
      found: () => hits.toSorted((a, b) => a.score - b.score).map(({ label }) => label),
    };
  };
}
