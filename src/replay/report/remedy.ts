import { type RuleOptions, type Rules, rulesOf } from "../../identity/rules.ts";
import { SCRUBS, type Scrub } from "../../identity/scrub.ts";
import { callSimilarity } from "../matching/call-similarity.ts";
import type { AskedCall, RecordedCall } from "../matching/matcher.ts";
import type { MissContext } from "./explain-miss.ts";
import { requestDifference } from "./request-difference.ts";

const WHAT: Readonly<Record<Scrub, string>> = {
  time: "a time",
  uuid: "a uuid",
  epoch: "an epoch number",
  path: "a path",
};

/** The flag that would have served `call` from `recorded`, with the reason, in one sentence; undefined where none would. */
export function remedy(call: AskedCall, recorded: RecordedCall, context: MissContext): string | undefined {
  const { matcher, rules } = context;
  const equalBy = (options: RuleOptions): boolean => {
    const made = widened(rules, options);
    return call.identity(made) === recorded.identity(made);
  };
  const found = whichRule(equalBy);
  if (found !== undefined) return `${found.why}; ${found.flag} would have served it`;
  const pointer = requestDifference(call, recorded, context)?.pointer;
  if (pointer && equalBy({ ignore: [pointer] }))
    return `only ${pointer} differs; --ignore ${quoted(pointer)} would have served it`;
  const score = callSimilarity(call, recorded);
  if (score >= 0.6 && matcher.name !== "fuzzy")
    return `similarity ${score.toFixed(2)}; --match fuzzy would have served it, as a loose match`;
  return undefined;
}

export interface WideningRule {
  /** "--scrub time" */
  readonly flag: string;
  /** "only a time differs" */
  readonly why: string;
}

/** The narrowest of the widening flags that makes two requests equal; `equalBy` asks. */
export function whichRule(equalBy: (options: RuleOptions) => boolean): WideningRule | undefined {
  for (const kind of SCRUBS)
    if (equalBy({ scrub: [kind] })) return { flag: `--scrub ${kind}`, why: `only ${WHAT[kind]} differs` };
  if (equalBy({ pinTools: true })) return { flag: "--pin-tools", why: "only tool results differ" };
  if (equalBy({ scrub: SCRUBS }))
    return { flag: `--scrub ${SCRUBS.join(",")}`, why: "only times, uuids, epoch numbers and paths differ" };
  if (equalBy({ scrub: SCRUBS, pinTools: true }))
    return { flag: `--pin-tools --scrub ${SCRUBS.join(",")}`, why: "only tool results and passing tokens differ" };
  return undefined;
}

/** `rules` with more left out. */
export function widened(rules: Rules, { ignore = [], scrub = [], pinTools = false }: RuleOptions): Rules {
  const more = rulesOf({ ignore, scrub, pinTools });
  // Patterns of two sets are not joined: what the configuration leaves out counts only where nothing else is ignored.
  return {
    ...rules,
    scrub: more.scrub,
    pinTools: more.pinTools,
    ...(ignore.length > 0 ? { ignore: more.ignore } : {}),
  };
}

function quoted(pointer: string): string {
  return /^[\w/.-]+$/.test(pointer) ? pointer : `'${pointer}'`;
}
