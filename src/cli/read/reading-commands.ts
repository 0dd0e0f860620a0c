import type { Command } from "commander";
import { colorOption } from "../settings/color-option.ts";
import { addPriceFlags, type PriceFlags } from "../settings/price-flags.ts";
import type { StatsOptions } from "./stats.ts";

/** Commands that print what runs hold: `show`, `stats`, `runs`. */
export function addReadingCommands(program: Command): void {
  addShow(program);
  addStats(program);
  addRuns(program);
}

interface ShowFlags extends PriceFlags {
  readonly verbose?: boolean;
  readonly step?: string;
  readonly filter?: string;
  readonly json?: boolean;
  readonly reveal?: boolean;
  readonly interactive?: boolean;
  readonly tui?: boolean;
  readonly color: string;
}

function addShow(program: Command): void {
  const command = program
    .command("show")
    .description("print a run, one line an event")
    .argument("[file]", "a trace file; FILE#STEP shows one step", "last")
    .option(
      "-v, --verbose",
      "previews of requests and answers under each line, failed attempts at calls in lines of their own",
    )
    .option("--step <step>", "one whole event")
    .option("--filter <expr>", "only events that match")
    .option("--json", "JSON Lines, one event a line; at is ISO 8601, sinceStartMs counts from the first event")
    .option("--reveal", "secrets that stand in a file of another tool, as they are")
    .option("-i, --interactive", "full screen on a terminal; elsewhere a line stepper (n, p, j N, q)")
    .option("--tui", "with -i: full screen, whatever stdin is")
    .option("--no-tui", "with -i: the line stepper, on a terminal too")
    .addOption(colorOption());
  addPriceFlags(command)
    .addHelpText(
      "after",
      `
Examples:
  vcr show run.vcr
  vcr show run.vcr --step 36a
  vcr show run.vcr --filter 'is:slow | ~e' --json | jq .what
  printf 'n\\nn\\nq\\n' | vcr show -i --no-tui run.vcr`,
    )
    .action(async (file: string, options: ShowFlags) => {
      if (options.interactive) {
        const { showInteractive } = await import("./show-interactive.ts");
        const given = command.getOptionValueSource("tui") === "cli";
        return showInteractive(file, { ...options, tui: given ? options.tui : undefined });
      }
      const { show } = await import("./show.ts");
      await show(file, options);
    });
}

function addStats(program: Command): void {
  const command = program
    .command("stats")
    .description("counts, errors, time, tokens and cost of a run")
    .argument("[file]", "a trace file", "last")
    .option("--json", "one JSON object");
  addPriceFlags(command)
    .addHelpText(
      "after",
      `
Costs are estimates from public prices; one stored in the file is shown as stored.

Examples:
  vcr stats run.vcr
  vcr stats session.jsonl --json | jq .cost.usd
  vcr stats run.vcr --price my-model=0.5/2`,
    )
    .action(async (file: string, options: StatsOptions) => {
      const { stats } = await import("./stats.ts");
      await stats(file, options);
    });
}

function addRuns(program: Command): void {
  const command = program
    .command("runs")
    .description("list runs: of .vcr/ here, of Claude Code and Codex, or of the folders and files named")
    .argument("[dir...]", "folders and files")
    .option("--json", "one JSON object a line");
  addPriceFlags(command)
    .addHelpText(
      "after",
      `
Newest first; a fork stands below the run it was made from. The id is what other commands take for FILE.

Examples:
  vcr runs | head
  vcr runs cassettes/
  vcr runs --json | jq -r 'select(.errors > 0) | .path'`,
    )
    .action(async (dirs: readonly string[], options: PriceFlags & { json?: boolean }) => {
      const { runs } = await import("./runs.ts");
      await runs(dirs, options);
    });
}
