import { type Command, Option } from "commander";
import { repeated } from "./repeated.ts";

/** The options by which costs are told or left out, of every command that shows them. */
export interface PriceFlags {
  readonly price?: readonly string[];
  readonly pricesFile?: string;
  /** False: `--no-cost`. */
  readonly cost?: boolean;
}

export function addPriceFlags(command: Command): Command {
  return command
    .addOption(
      new Option("--price <model=in/out>", "a model's price in USD per 1,000,000 tokens (repeatable)").argParser(
        repeated,
      ),
    )
    .option("--prices-file <file>", 'prices as JSON: {"my-model": "1.25/10"}')
    .option("--no-cost", "leave out costs");
}
