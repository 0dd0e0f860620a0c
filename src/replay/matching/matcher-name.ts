export const MATCHERS = ["identity", "parallel", "strict", "ordered", "fuzzy"] as const;
export type MatcherName = (typeof MATCHERS)[number];

export function isMatcherName(word: unknown): word is MatcherName {
  return MATCHERS.some((name) => name === word);
}
