import { patternProblem } from "../identity/pointer-pattern.ts";
import { type RuleOptions, type Rules, rulesOf } from "../identity/rules.ts";
import { VcrError } from "../trace/errors.ts";

/** What counts as the same in a replay. */
export interface ReplayRules {
  /** The plain rules, and what the user's configuration says of every run. */
  readonly plain: Rules;
  /** No configuration changes the plain rules: identities that were kept when the run was recorded hold. */
  readonly usual: boolean;
  /** With the flags of this replay; undefined without any. */
  readonly wide: Rules | undefined;
}

/** @throws VcrError "usage" when a pattern is no JSON pointer */
export function replayRules(
  options: Pick<RuleOptions, "ignore" | "scrub" | "pinTools">,
  normalise: readonly string[] = [],
): ReplayRules {
  const { ignore = [], scrub = [], pinTools = false } = options;
  const problem = [...ignore, ...normalise].map(patternProblem).find((each) => each !== undefined);
  if (problem !== undefined) throw new VcrError(problem, { code: "usage" });
  const widened = ignore.length > 0 || scrub.length > 0 || pinTools;
  return {
    plain: rulesOf({ ignore: normalise }),
    usual: normalise.length === 0,
    wide: widened ? rulesOf({ ignore: [...normalise, ...ignore], scrub, pinTools }) : undefined,
  };
}
