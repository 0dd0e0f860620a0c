import { Argument, Command, CommanderError, Help, Option } from "commander";
import { sanitise } from "../text/sanitise.ts";
import { THEME_CHOICES } from "../theme/theme.ts";
import { VERSION } from "../version.ts";
import { addAgentCommands } from "./agent-commands.ts";
import type { Shell } from "./completion.ts";
import { addContinueCommand } from "./continue-command.ts";
import type { DiffFlags } from "./diff.ts";
import { EXIT } from "./exit-codes.ts";
import { addExportCommand } from "./export-command.ts";
import { addForkCommand } from "./fork-command.ts";
import { addPriceFlags, type PriceFlags } from "./price-flags.ts";
import { addReplayCommands } from "./replay-commands.ts";
import type { StatsOptions } from "./stats.ts";
import { report, tell } from "./trouble.ts";
import type { TuiOptions } from "./tui.ts";

/** Maps arguments to commands; each command's code is loaded when it runs. */
export function runProgram(argv: readonly string[]): void {
  vcrProgram()
    .parseAsync([...argv], { from: "user" })
    .catch(onError);
}

/** All commands with their options, as help and completion show them. */
export function vcrProgram(): Command {
  const program = new Command("vcr")
    .description("Time-travel debugger for AI-agent runs, in the terminal.")
    .version(VERSION, "-V, --version")
    .configureHelp({ showGlobalOptions: false, optionDescription: describeOption })
    .configureOutput({ outputError: tellUsage })
    .exitOverride()
    .enablePositionalOptions()
    .addHelpText(
      "after",
      `
Examples:
  vcr run.vcr                                  open a run, full screen
  vcr ~/.claude/projects/my-app/session.jsonl  a Claude Code session, as it is
  vcr tui run.vcr --at 37 --filter 'kind:tool'
  vcr show run.vcr | less                      one line an event
  vcr record -- python agent.py                record an agent, in any language
  vcr replay last -- python agent.py           the same again, offline
  vcr fork last --at 4 -- python agent.py      the same up to step 4, live from there
  vcr diff last                                both futures, and where they part

Exit codes: 0 ok · 1 differs · 2 trouble (usage, file, format) · 3 not started · 4 agent failed · 130 interrupted`,
    );
  addTui(program);
  addShow(program);
  addStats(program);
  addRuns(program);
  addDemo(program);
  addAgentCommands(program);
  addReplayCommands(program);
  addForkCommand(program);
  addContinueCommand(program);
  addDiff(program);
  addExportCommand(program);
  addFormats(program);
  addKeys(program);
  addCompletion(program);
  program.showHelpAfterError("     vcr --help shows how");
  for (const command of program.commands) command.showHelpAfterError(`     vcr ${command.name()} --help shows how`);
  return program;
}

/** An option that may be repeated begins with none: nothing that its help would have to say. */
function describeOption(option: Option): string {
  return new Help().optionDescription(option).replace(" (default: [])", "");
}

/** Mistakes that commander finds are said as those that we find. */
function tellUsage(text: string): void {
  const [message = "", ...more] = text
    .replace(/^error: /, "")
    .trimEnd()
    .split("\n");
  tell(message);
  for (const line of more) process.stderr.write(`     ${sanitise(line)}\n`);
}

function onError(error: unknown): void {
  if (!(error instanceof CommanderError)) return report(error);
  // commander has printed its own message; help and version are no mistakes.
  process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.trouble;
}

function colorOption(): Option {
  return new Option("--color <when>", "use colours").choices(["auto", "always", "never"]).default("auto");
}

function addTui(program: Command): void {
  const command = program
    .command("tui", { isDefault: true })
    .description("open a run, full screen (vcr FILE is the same); without FILE the list of runs")
    .argument(
      "[file...]",
      "a trace file of any known format, last, the beginning of a run's id, - for standard input; FILE#STEP opens at a step; a folder or several files: the list of those",
    )
    .option("--at <step>", "open at this step (37, 36a)")
    .option("--filter <expr>", "show only events that match")
    .addOption(colorOption())
    .addOption(new Option("--theme <name>", "colours").choices([...THEME_CHOICES]))
    .option("--ascii", "draw with ASCII characters only")
    .option("--screen-reader", "lines instead of a screen: every view as text, every prompt a line");
  addPriceFlags(command)
    .addHelpText(
      "after",
      `
Without FILE it lists the runs of .vcr/ here and the sessions of Claude Code and Codex.
Without a terminal (a pipe, CI) it prints what "vcr show" or "vcr runs" prints.

Examples:
  vcr tui run.vcr
  vcr tui cassettes/
  vcr tui
  zcat run.vcr.gz | vcr -
  vcr tui run.vcr#37
  vcr tui session.jsonl --filter 'status:error | dur>10s'`,
    )
    .action(async (files: readonly string[], options: TuiOptions) => {
      const { tui } = await import("./tui.ts");
      await tui(
        files,
        options,
        program.commands.map((command) => command.name()),
      );
    });
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

function addDemo(program: Command): void {
  program
    .command("demo")
    .description("open a sample: an agent whose tool failed")
    .action(async () => {
      const [{ tui }, { samplePath }] = await Promise.all([import("./tui.ts"), import("./sample.ts")]);
      await tui([samplePath()], { color: "auto" }, []);
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

function addDiff(program: Command): void {
  const list = (value: string, before: readonly string[]): readonly string[] => [...before, value];
  program
    .command("diff")
    .description("where two runs part, and why")
    .argument("<a>", "a trace file of any known format; FILE#2 is its second run")
    .argument("[b]", "another; without it A is a fork and is compared with its parent")
    .option("-v, --verbose", "whole values")
    .option("-c, --context <lines>", "lines of equal steps beside a difference", "1")
    .option("--ignore <pointer>", "leave this place out; * any key or index, ** any depth (repeatable)", list, [])
    .option("--scrub <kind>", "leave out what differs only in a time, uuid, epoch or path (repeatable)", list, [])
    .option("--json", "one JSON object")
    .option("--stat", "only the counts, the first divergence and its cause")
    .addOption(colorOption())
    .addHelpText(
      "after",
      `
Exit codes: 0 the same · 1 they differ · 2 trouble.

Examples:
  vcr diff yesterday.vcr today.vcr
  vcr diff cassette.yaml run.vcr --scrub time,uuid
  vcr diff a.vcr b.vcr --ignore '/messages/*/name' --ignore '/**/created_at' -v
  vcr diff .vcr/20261129-101500-9f8e7d6c.vcr      a fork against its parent`,
    )
    .action(async (a: string, b: string | undefined, flags: DiffFlags) => {
      const { diff } = await import("./diff.ts");
      await diff(a, b, flags);
    });
}

function addFormats(program: Command): void {
  program
    .command("formats")
    .description("list the formats that open; with FILE, say what it is and why")
    .argument("[file]", "a file to look at")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  vcr formats\n  vcr formats cassette.yaml")
    .action(async (file: string | undefined, options: { json?: boolean }) => {
      const { formats } = await import("./formats.ts");
      await formats(file, options);
    });
}

function addKeys(program: Command): void {
  program
    .command("keys")
    .description("list the keys of the full-screen program")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  vcr keys | less")
    .action(async (options: { json?: boolean }) => {
      const { keys } = await import("./keys.ts");
      await keys(options);
    });
}

function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("print a script that completes vcr's commands and options in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      `
Examples:
  eval "$(vcr completion bash)"                                in ~/.bashrc
  eval "$(vcr completion zsh)"                                 in ~/.zshrc, behind compinit
  vcr completion fish > ~/.config/fish/completions/vcr.fish`,
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import("./completion.ts");
      process.stdout.write(completionScript(program, shell));
    });
}
