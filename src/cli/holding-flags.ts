import type { Command } from "commander";
import { parseFilter } from "../query/parse.ts";
import { addPriceFlags, type PriceFlags } from "./price-flags.ts";
import { filterTrouble } from "./shown-rows.ts";
import { Trouble } from "./trouble.ts";

/** Options by which calls stand still, and by which no more money is spent than was meant. */
export interface HoldingFlags extends PriceFlags {
  readonly break?: readonly string[];
  readonly budget?: string;
  readonly maxCalls?: string;
  readonly loop?: string;
}

export function addHoldingFlags(command: Command): Command {
  return addPriceFlags(
    command
      .option(
        "--break <expr>",
        "hold calls that match this filter until somebody who attaches lets them go on (repeatable)",
        (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
      )
      .option("--budget <usd>", "stop live calls when they have cost so much")
      .option("--max-calls <n>", "stop behind so many live calls")
      .option("--loop <n>", "stop when a request, or a tool call with its result, comes n times in a row; 0: never"),
  );
}

/** What they come to. */
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
    loop: loop === undefined ? undefined : whole("--loop", loop),
  };
}

function amount(flag: string, text: string): number {
  const value = /^\$?(\d+\.?\d*|\.\d+)$/.exec(text.trim())?.[1];
  if (value === undefined) throw new Trouble(`${flag} ${text}: expected an amount in USD, as 0.50`);
  return Number(value);
}

function whole(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Trouble(`${flag} ${text}: expected a whole number`);
  return Number(text);
}
