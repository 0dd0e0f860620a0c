/** Characters of each text that are compared: the beginning tells. */
const ENOUGH = 4000;

/** Pairs of neighbouring words, counted. */
export type Pairs = ReadonlyMap<string, number>;

export function wordPairs(text: string): Pairs {
  const words =
    text
      .slice(0, ENOUGH)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  const pairs = new Map<string, number>();
  for (let i = 0; i <= words.length; i++) {
    const pair = `${words[i - 1] ?? ""} ${words[i] ?? ""}`;
    if (pair !== " ") pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** 0..1: share of the word pairs of both that they have in common (Dice). Texts without words are alike when both are. */
export function pairSimilarity(a: Pairs, b: Pairs): number {
  const total = sum(a) + sum(b);
  if (total === 0) return 1;
  const [small, big] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const [pair, count] of small) common += Math.min(count, big.get(pair) ?? 0);
  return (2 * common) / total;
}

function sum(pairs: Pairs): number {
  let total = 0;
  for (const count of pairs.values()) total += count;
  return total;
}

export function textSimilarity(a: string, b: string): number {
  return a === b ? 1 : pairSimilarity(wordPairs(a), wordPairs(b));
}
