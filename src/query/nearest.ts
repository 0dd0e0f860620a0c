/** The candidate a mistyped word most likely meant: a common beginning or at most two edits; undefined when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length === 0 || word.length > 40) return undefined;
  const begun = candidates.find((candidate) => word.length >= 2 && candidate.startsWith(word));
  if (begun !== undefined) return begun;
  let best: string | undefined;
  let fewest = word.length <= 3 ? 1 : 2;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > fewest) continue;
    const edits = distance(word, candidate);
    if (edits < fewest || (edits === fewest && best === undefined)) {
      best = candidate;
      fewest = edits;
    }
  }
  return best;
}

/** Optimal string alignment distance: a swap of neighbours is one edit. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? a.length;
}
