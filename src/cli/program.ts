import { Argument, Command, CommanderError, Help, Option } from "commander";
import { sanitise } from "../text/sanitise.ts";
import { THEME_CHOICES } from "../theme/theme.ts";
import { VERSION } from "../version.ts";
import type { Shell } from "./completion.ts";
import { EXIT } from "./exit-codes.ts";
import { addExportCommand } from "./export/export-command.ts";
import { addContinueCommand } from "./fork/continue-command.ts";
import { addForkCommand } from "./fork/fork-command.ts";
import { addMcpCommand } from "./mcp/mcp-command.ts";
import { addDiffCommand } from "./read/diff-command.ts";
import { addReadingCommands } from "./read/reading-commands.ts";
import { addDoctorCommand } from "./record/doctor-command.ts";
import { addRecordCommand } from "./record/record-command.ts";
import { addReplayCommands } from "./replay/replay-commands.ts";
import type { TuiOptions } from "./screen/tui.ts";
import { colorOption } from "./settings/color-option.ts";
import { addPriceFlags } from "./settings/price-flags.ts";
import { report, tell } from "./trouble.ts";
import { addAttachCommand } from "./watch/attach-command.ts";

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
  addReadingCommands(program);
  addDemo(program);
  addRecordCommand(program);
  addAttachCommand(program);
  addDoctorCommand(program);
  addMcpCommand(program);
  addReplayCommands(program);
  addForkCommand(program);
  addContinueCommand(program);
  addDiffCommand(program);
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

function addTui(program: Command): void {
  const command = program
    .command("tui", { isDefault: true })
    .description("open a run, full screen (vcr FILE is the same); without FILE the list of runs")
    .argument(
      "[file...]",
      "a trace file of any known format, last, a run's name in .vcr/ or the beginning of its id, - for standard input; FILE#STEP opens at a step; a folder or several files: the list of those",
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
      const { tui } = await import("./screen/tui.ts");
      await tui(
        files,
        options,
        program.commands.map((command) => command.name()),
      );
    });
}

function addDemo(program: Command): void {
  program
    .command("demo")
    .description("open a sample: an agent whose tool failed")
    .action(async () => {
      const [{ tui }, { samplePath }] = await Promise.all([import("./screen/tui.ts"), import("./sample.ts")]);
      await tui([samplePath()], { color: "auto" }, []);
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
      const { formats } = await import("./read/formats.ts");
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
