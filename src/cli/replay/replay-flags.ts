import type { LivePart } from "../../gateway/replaying/live-calls.ts";
import { patternProblem } from "../../identity/pointer-pattern.ts";
import { isScrub, SCRUBS, type Scrub } from "../../identity/scrub.ts";
import type { VcrConfig } from "../../record/config.ts";
import type { Handed } from "../../replay/handed/handed-recording.ts";
import type { Matcher } from "../../replay/matching/matcher.ts";
import { isMatcher, matcherOf } from "../../replay/matching/matcher-by-name.ts";
import { isMatcherName, MATCHERS } from "../../replay/matching/matcher-name.ts";
import { type ReplayRules, replayRules } from "../../replay/replay-rules.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";
import type { RunningFlags } from "../agent/running-flags.ts";
import { Trouble } from "../trouble.ts";
import type { MatchingFlags } from "./matching-flags.ts";

export interface ReplayFlags extends RunningFlags, HoldingFlags, MatchingFlags {
  readonly pinTools?: boolean;
  readonly freezeTime?: boolean;
  readonly seed?: string;
  readonly live?: LivePart;
  readonly allowRealTools?: boolean;
  /** False for `--no-real-tools`. */
  readonly realTools: boolean;
  readonly speed?: string;
  readonly replayErrors?: boolean;
  readonly output?: string;
  /** False for `--no-save`. */
  readonly save: boolean;
  readonly report?: string;
  readonly listen?: string | true;
  readonly printEnv?: boolean;
}

type Pinning = Pick<ReplayFlags, "pinTools" | "live">;

/** @throws Trouble for what is no pointer and no kind of token. */
export function rulesOfFlags(flags: MatchingFlags & Pinning, config: VcrConfig): ReplayRules {
  const { ignore, scrub } = flags;
  for (const pattern of ignore) {
    const problem = patternProblem(pattern);
    if (problem !== undefined) throw new Trouble(`--ignore: ${problem}`);
  }
  return replayRules({ ignore, scrub: scrubs(scrub), pinTools: pinsTools(flags) }, config.normalise);
}

/** Live tools answer differently, and every later request says so. */
function pinsTools({ pinTools = false, live }: Pinning): boolean {
  return pinTools || live === "tools";
}

function scrubs(words: readonly string[]): readonly Scrub[] {
  return words
    .flatMap((list) => list.split(","))
    .map((kind) => {
      if (isScrub(kind)) return kind;
      throw new Trouble(`--scrub takes ${SCRUBS.join(", ")}, not "${kind}"`);
    });
}

/** A flag counts before the configuration file. @throws Trouble */
export function matcherOfFlags({ match, threshold, window }: MatchingFlags, config: VcrConfig): Matcher {
  const wanted = match ?? config.match ?? "identity";
  const given = {
    ...(threshold === undefined ? {} : { threshold: numberOf("--threshold", threshold, 1) }),
    ...(window === undefined ? {} : { window: callsOf("--window", window) }),
  };
  if (!isMatcher(wanted) && !isMatcherName(wanted))
    throw new Trouble(`--match takes ${MATCHERS.join(", ")}, not "${String(wanted)}"`);
  if (wanted !== "fuzzy" && Object.keys(given).length > 0)
    throw new Trouble("--threshold and --window belong to --match fuzzy");
  if (isMatcher(wanted)) return wanted;
  return matcherOf(wanted, given);
}

/** What a program needs to know that serves wrapped calls itself. A matcher of the user's own stays here: there the default counts. */
export function handedOptions(
  flags: ReplayFlags,
  config: VcrConfig,
  { name }: Matcher,
): Omit<Handed, "calls" | "modelsAsk"> {
  const { threshold, window, ignore, scrub, live } = flags;
  return {
    match: isMatcherName(name) ? name : "identity",
    ...(threshold === undefined ? {} : { threshold: Number(threshold) }),
    ...(window === undefined ? {} : { window: Number(window) }),
    ...{ ignore, pinTools: pinsTools(flags), scrub: scrubs(scrub), normalise: config.normalise ?? [] },
    tellMisses: live === "llm",
    ownMasking: config.redact !== undefined,
    toolsRun: live === "tools",
  };
}

export function speedOf({ speed }: ReplayFlags): number | undefined {
  if (speed === undefined) return undefined;
  const value = Number(speed);
  if (!/^\d*\.?\d+$/.test(speed) || value <= 0 || value > 1e6)
    throw new Trouble(`--speed ${speed}: expected a number above 0, up to 1000000`);
  return value;
}

export function portOf({ listen }: ReplayFlags): number | undefined {
  return typeof listen === "string" ? Math.floor(numberOf("--listen", listen, 65535)) : undefined;
}

function callsOf(flag: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 100_000)
    throw new Trouble(`${flag} ${text}: expected a whole number from 1 to 100000`);
  return value;
}

function numberOf(flag: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value > most)
    throw new Trouble(`${flag} ${text}: expected a number from 0 to ${most}`);
  return value;
}
