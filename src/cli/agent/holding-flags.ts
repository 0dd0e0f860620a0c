import type { Command } from "commander";
import { addPriceFlags, type PriceFlags } from "../settings/price-flags.ts";

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
      .option(
        "--loop <n>",
        "stop when a request, or a tool call with its result, comes n times in a row; 0: never (default: 3; while recording only where somebody can be asked)",
      ),
  );
}
