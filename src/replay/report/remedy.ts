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
  order: "the order of lines or of tools",
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

/** The widening flags that are asked of. */
interface Widening {
  readonly scrub: readonly Scrub[];
  readonly pinTools: boolean;
}

const ALL: Widening = { scrub: SCRUBS, pinTools: true };

/** The narrowest of the widening flags `among` these that makes two requests equal; `equalBy` asks. */
export function whichRule(equalBy: (by: Widening) => boolean, among: Widening = ALL): WideningRule | undefined {
  const tries: Widening[] = among.scrub.map((kind) => ({ scrub: [kind], pinTools: false }));
  if (among.pinTools) tries.push({ scrub: [], pinTools: true });
  if (among.scrub.length > 1) tries.push({ scrub: among.scrub, pinTools: false });
  if (among.scrub.length > 0 && among.pinTools) tries.push(among);
  const enough = tries.find(equalBy);
  if (enough === undefined) return undefined;
  const { pinTools } = enough;
  return ruleOf({ pinTools, scrub: needed(enough.scrub, (scrub) => equalBy({ scrub, pinTools })) });
}

/** Of these kinds, those that cannot be left away. */
function needed(kinds: readonly Scrub[], isEnough: (kinds: readonly Scrub[]) => boolean): readonly Scrub[] {
  return kinds.reduce((kept, kind) => {
    const fewer = kept.filter((each) => each !== kind);
    return isEnough(fewer) ? fewer : kept;
  }, kinds);
}

function ruleOf({ scrub, pinTools }: Widening): WideningRule {
  const flags = [...(pinTools ? ["--pin-tools"] : []), ...(scrub.length > 0 ? [`--scrub ${scrub.join(",")}`] : [])];
  const words = [...(pinTools ? ["tool results"] : []), ...scrub.map((kind) => WHAT[kind])];
  const last = words.pop();
  const differ = words.length > 0 || pinTools ? "differ" : "differs";
  return { flag: flags.join(" "), why: `only ${words.length > 0 ? `${words.join(", ")} and ` : ""}${last} ${differ}` };
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
