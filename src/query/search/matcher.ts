import { cpuUsage } from "node:process";
import vm from "node:vm";

/**
 * Finds a literal or a user's regex in a text. A regex cannot hang the program: where its cost on a text is not
 * plainly small it runs under a time limit (`node:vm`), and one that keeps overrunning is given up.
 */
export interface Matcher {
  test(text: string): boolean;
  /** Places of the first `limit` occurrences, `[from, to)` each, empty ones left out. */
  find(text: string, limit: number): readonly (readonly [from: number, to: number])[];
  /** Whether the whole text is it. */
  equals(text: string): boolean;
  /** Texts that took too long and counted as "not found". */
  readonly overruns: number;
}

/** Milliseconds one text may take of the processor, and more for each character of it; V8 looks at the clock while it backtracks. */
const TEXT_LIMIT_MS = 50;
const CHARACTER_LIMIT_MS = 1e-4;
/** Where others have the processor, a text may take so many times as long by the clock. */
const LONGEST = 16;
/** Overruns after which a regex is not run any more where it might overrun. */
const OVERRUNS = 10;
/** Estimated backtracking steps that may run without the guard: well under a millisecond. */
const PLAIN_STEPS = 200_000;

/** Smart case: a literal without capitals matches any case. */
export function literalMatcher(literal: string): Matcher {
  const folded = literal === literal.toLowerCase() && literal !== literal.toUpperCase();
  const escaped = literal.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const part = new RegExp(escaped, folded ? "i" : "");
  const all = new RegExp(escaped, folded ? "gi" : "g");
  const whole = new RegExp(`^(?:${escaped})$`, folded ? "i" : "");
  return {
    test: folded ? (text) => part.test(text) : (text) => text.includes(literal),
    find: (text, limit) => places(all, text, limit),
    equals: folded ? (text) => text.length === literal.length && whole.test(text) : (text) => text === literal,
    overruns: 0,
  };
}

/** The matcher, or why the pattern is no regex. Case counts unless `ignoreCase`. */
export function regexMatcher(source: string, ignoreCase: boolean): Matcher | { readonly problem: string } {
  const flags = ignoreCase ? "im" : "m";
  try {
    const part = new RegExp(source, flags);
    return guarded(part, new RegExp(source, `g${flags}`), new RegExp(`^(?:${source})$`, ignoreCase ? "i" : ""));
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    return { problem: `no regular expression: ${message.slice(message.lastIndexOf(": ") + 2)}` };
  }
}

function guarded(part: RegExp, all: RegExp, whole: RegExp): Matcher {
  const cost = costOf(part.source);
  let overruns = 0;
  const run = <T>(text: string, fallback: T, job: () => T): T => {
    if (steps(cost, text.length) <= PLAIN_STEPS) return job();
    if (overruns >= OVERRUNS) return fallback;
    const result = withinLimit(job, TEXT_LIMIT_MS + Math.round(text.length * CHARACTER_LIMIT_MS));
    if (result) return result.value;
    overruns++;
    return fallback;
  };
  return {
    test: (text) => run(text, false, () => part.test(text)),
    find: (text, limit) => run(text, [], () => places(all, text, limit)),
    equals: (text) => run(text, false, () => whole.test(text)),
    get overruns() {
      return overruns;
    },
  };
}

function places(all: RegExp, text: string, limit: number): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  all.lastIndex = 0;
  while (found.length < limit) {
    const match = all.exec(text);
    if (!match) break;
    const to = match.index + match[0].length;
    if (to > match.index) found.push([match.index, to]);
    else all.lastIndex++;
  }
  all.lastIndex = 0;
  return found;
}

interface Cost {
  /** Unbounded quantifiers: each may try every length of the text. */
  readonly loops: number;
  /** A quantifier around a group that can match in several ways, or a back-reference: exponential at worst. */
  readonly wild: boolean;
}

/** A rough reading of the pattern; errs towards the guard. */
function costOf(source: string): Cost {
  const bare = source
    .replace(/\\[1-9k]/g, "\u0001")
    .replace(/\\./gs, "a")
    .replace(/\[\^?\]?[^\]]*\]/g, "a");
  const loops = bare.match(/[*+]|\{\d*,?\d*\}/g)?.length ?? 0;
  const optional = bare.match(/\?/g)?.length ?? 0;
  const choices = bare.includes("(") ? (bare.match(/\|/g)?.length ?? 0) : 0;
  const wild = bare.includes("\u0001") || optional > 8 || choices > 8 || /\)[*+{]/.test(bare);
  return { loops, wild };
}

function steps(cost: Cost, length: number): number {
  if (cost.wild) return Number.POSITIVE_INFINITY;
  return cost.loops === 0 ? 0 : (length + 1) ** Math.min(8, cost.loops + 1);
}

let guard: { readonly script: vm.Script; readonly context: vm.Context } | undefined;

/**
 * What `job` gives; undefined when it takes more than `limit` milliseconds of the processor. Only the clock can cut it off:
 * if by then others had the processor it is begun again and given longer, so that a busy machine hides no match.
 */
function withinLimit<T>(job: () => T, limit: number): { readonly value: T } | undefined {
  for (let timeout = limit; timeout <= limit * LONGEST; timeout *= 2) {
    const before = cpuUsage();
    const result = withinTime(job, timeout);
    if (result !== undefined) return result;
    const { user, system } = cpuUsage(before);
    if (user + system >= limit * 1000) return undefined;
  }
  return undefined;
}

/** Runs `job` for at most `timeout` milliseconds; undefined when it was cut off. */
function withinTime<T>(job: () => T, timeout: number): { readonly value: T } | undefined {
  guard ??= { script: new vm.Script("job()"), context: vm.createContext(Object.create(null)) };
  let value: { readonly value: T } | undefined;
  guard.context.job = () => {
    value = { value: job() };
  };
  try {
    guard.script.runInContext(guard.context, { timeout });
  } catch {
    return undefined;
  } finally {
    guard.context.job = undefined;
  }
  return value;
}
