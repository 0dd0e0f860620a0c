import { parseFilter } from "../../query/syntax/parse.ts";
import { filterTrouble } from "../read/shown-rows.ts";
import { Trouble } from "../trouble.ts";
import type { HoldingFlags } from "./holding-flags.ts";

/** What the flags come to by which calls are held. */
export interface HoldingLimits {
  readonly breaks: readonly string[];
  readonly budget: number | undefined;
  readonly maxCalls: number | undefined;
  /** Undefined: not given. */
  readonly loop: number | undefined;
}

/** @throws Trouble for what cannot be read, with a mark under the place */
export function holdingLimits({ break: breaks = [], budget, maxCalls, loop }: HoldingFlags): HoldingLimits {
  for (const expression of breaks) {
    const parsed = parseFilter(expression);
    if (!parsed.ok)
      throw new Trouble(
        `--break: ${filterTrouble(expression, parsed.problem).replace(/^filter: /, "")}`,
        parsed.problem.hint,
      );
  }
  return {
    breaks,
    budget: budget === undefined ? undefined : amount("--budget", budget),
    maxCalls: maxCalls === undefined ? undefined : whole("--max-calls", maxCalls),
    loop: loop === undefined ? undefined : timesInARow(loop),
  };
}

function amount(flag: string, text: string): number {
  const value = /^\$?(\d+\.?\d*|\.\d+)$/.exec(text.trim())?.[1];
  if (value === undefined) throw new Trouble(`${flag} ${text}: expected an amount in USD, as 0.50`);
  return Number(value);
}

/** One request is no loop. */
function timesInARow(text: string): number {
  const value = whole("--loop", text);
  if (value === 1) throw new Trouble("--loop 1: every call comes once", "2 stops what comes twice in a row, 0 nothing");
  return value;
}

function whole(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Trouble(`${flag} ${text}: expected a whole number`);
  return Number(text);
}
