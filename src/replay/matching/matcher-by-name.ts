import { VcrError } from "../../trace/errors.ts";
import { type FuzzyOptions, fuzzyMatcher } from "./fuzzy-matcher.ts";
import { identityMatcher } from "./identity-matcher.ts";
import type { Matcher } from "./matcher.ts";
import { isMatcherName, MATCHERS, type MatcherName } from "./matcher-name.ts";
import { orderedMatcher } from "./ordered-matcher.ts";
import { strictMatcher } from "./strict-matcher.ts";

export function isMatcher(value: unknown): value is Matcher {
  return (
    typeof value === "object" &&
    value !== null &&
    "take" in value &&
    typeof value.take === "function" &&
    "name" in value &&
    typeof value.name === "string"
  );
}

/** A fresh matcher: it serves one replay. "parallel" is another name for "identity". */
export function matcherOf(name: MatcherName, options: FuzzyOptions = {}): Matcher {
  switch (name) {
    case "identity":
    case "parallel":
      return identityMatcher();
    case "strict":
      return strictMatcher();
    case "ordered":
      return orderedMatcher();
    case "fuzzy":
      return fuzzyMatcher(options);
  }
}

/** What a program has chosen: a name, or a matcher of its own. @throws VcrError "usage" */
export function matcherFor(how: {
  readonly match?: MatcherName | Matcher;
  readonly threshold?: number;
  readonly window?: number;
}): Matcher {
  const { match = "identity", threshold, window } = how;
  if (!isMatcher(match) && !isMatcherName(match))
    throw new VcrError(`match must be ${MATCHERS.join(", ")} or a matcher, not "${String(match)}"`, { code: "usage" });
  if (match !== "fuzzy" && (threshold !== undefined || window !== undefined))
    throw new VcrError('threshold and window belong to match: "fuzzy"', { code: "usage" });
  if (isMatcher(match)) return match;
  return matcherOf(match, {
    ...(threshold === undefined ? {} : { threshold }),
    ...(window === undefined ? {} : { window }),
  });
}
