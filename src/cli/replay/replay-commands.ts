import { type Command, Option } from "commander";
import { addHoldingFlags } from "../agent/holding-flags.ts";
import { addRunningFlags } from "../agent/running-flags.ts";
import { Trouble } from "../trouble.ts";
import { addMatchingFlags } from "./matching-flags.ts";
import type { ReplayFlags } from "./replay-flags.ts";

/** Commands that answer an agent from a recording, and look at what came of it. */
export function addReplayCommands(program: Command): void {
  addReplay(program);
  addRun(program);
  addWhy(program);
  addScan(program);
}

function addReplay(program: Command): void {
  const command = program
    .command("replay")
    .usage("[options] [run.vcr] -- CMD")
    .description("run an agent again and answer its calls from a recording, offline")
    .argument("[run]", "the recording (default: last, replays passed over)")
    .argument("[command...]", "the command, behind --");
  addReplayOptions(command)
    .option("-o, --output <file>", "where the replay is saved (default: .vcr/ and a name made of the time)")
    .option("--listen [port]", "wait for calls; without a command until Ctrl-C")
    .option("--print-env", "with --listen: print the variables to export on stdout, for eval")
    .addHelpText(
      "after",
      `
No call leaves the machine: one without a recording gets an error that says so. Keys need not be set.
Tools that the agent runs by itself run for real; before it starts they are named.

Exit codes: 0 no divergence · 1 diverged · 2 trouble · 3 not started · 4 no divergence, but the agent failed
130 the agent was ended by Ctrl-C; --listen ends with it, and its exit code says how the replay went

Examples:
  vcr replay run.vcr -- python agent.py "book a flight"
  vcr replay run.vcr --scrub time,uuid --allow-loose -- npm run agent
  vcr replay run.vcr --match strict --json --report - -- node agent.js
  vcr replay run.vcr --listen 4000`,
    )
    .action(async (_run: string | undefined, _command: string[], options: ReplayFlags, own: Command) => {
      const { run, argv } = splitWords(own.args);
      const { startedApart } = await import("../agent/background.ts");
      if (await startedApart(options)) return;
      const { replay } = await import("./replay.ts");
      await replay(run ?? "last", argv, options);
    });
}

function addRun(program: Command): void {
  const command = program
    .command("run")
    .usage("[options] <run.vcr> -- CMD")
    .description("record when the file is not there, replay it when it is")
    .argument("<run>", "the recording")
    .argument("[command...]", "the command, behind --");
  addReplayOptions(command)
    .addHelpText(
      "after",
      `
The options are those of vcr replay. What they say of matching and serving counts when it replays; --budget, --max-calls
and --loop when it records, or replays with --live.

Example:
  vcr run booking.vcr -- npm test`,
    )
    .action(async (_run: string, _command: string[], options: ReplayFlags, own: Command) => {
      const { run: path = "", argv } = splitWords(own.args);
      const { startedApart } = await import("../agent/background.ts");
      if (await startedApart(options)) return;
      const { run } = await import("./run-command.ts");
      await run(path, argv, options);
    });
}

function addWhy(program: Command): void {
  program
    .command("why")
    .description("say why a replay diverged")
    .argument("[run]", "a run that vcr replay has saved (default: last)")
    .argument("[step]", "one call, by its number in the replay or in the recording")
    .option("--json", "one JSON object: the replay, each call without a recording, loose matches, calls never made")
    .addHelpText(
      "after",
      `
Calls without a recording, with the nearest recorded ones and the first place where they differ; matches by a widened
rule; recorded calls that were never made. Exit codes: 0 said · 2 no such replay or step.

Examples:
  vcr why
  vcr why 17
  vcr why 9f8e7d6c 17
  vcr why --json | jq '.misses[].hint'`,
    )
    .action(async (run: string | undefined, step: string | undefined, options: { readonly json?: boolean }) => {
      const { why } = await import("./why.ts");
      await why(run, step, options);
    });
}

function addScan(program: Command): void {
  program
    .command("scan")
    .description("look for secrets that are not masked")
    .argument("<file...>", "runs of any known format, and other text files")
    .option("--json", "one JSON object: how many secrets, each finding, files that could not be looked at")
    .addHelpText(
      "after",
      `
Secrets are never printed: only where they stand and what they look like. Exit codes: 0 none · 1 found ·
2 a file could not be looked at (it is named, and the others are looked at), whatever was found.
--json: {"secrets": N, "findings": [{"path", "step", "place", "name", "times"}], "unread": [FILE]}; no step: not in an event.

Examples:
  vcr scan cassettes/*.yaml && git add cassettes
  vcr scan run.vcr --json | jq -r '.findings[].place'`,
    )
    .action(async (files: readonly string[], options: { json?: boolean }) => {
      const { scan } = await import("../export/scan.ts");
      await scan(files, options);
    });
}

function addReplayOptions(command: Command): Command {
  return addMatchingFlags(addHoldingFlags(addRunningFlags(command)))
    .option("--pin-tools", "requests may differ in what tools answered")
    .option("--freeze-time", "Node agents see the clock of the recording: it stands at the time of the next step")
    .option("--seed <n>", "Node agents draw the same random numbers and ids each time")
    .addOption(new Option("--live <what>", "call the models, or the tools, for real").choices(["llm", "tools"]))
    .option("--allow-real-tools", "with --live llm: tools that are not answered from the recording may run")
    .option("--no-real-tools", "do not start when tools would run for real")
    .option("--speed <times>", "recorded waiting times, so many times as fast (default: none)")
    .option("--replay-errors", "serve failed attempts too, in their order")
    .option("--no-save", "do not save the replay")
    .option("--report <file>", "write the report to a file; - is stdout")
    .option("--json", "the report as one JSON object on stdout");
}

/** What stands before `--` is the run, what stands behind it the command. @throws Trouble */
function splitWords(words: readonly string[]): { readonly run: string | undefined; readonly argv: readonly string[] } {
  const dashes = process.argv.indexOf("--");
  const argv = dashes < 0 ? [] : process.argv.slice(dashes + 1);
  const before = words.slice(0, words.length - argv.length);
  if (before.length > 1)
    throw new Trouble(
      `which of these is the run? ${before.join(" ")}`,
      "the command stands behind --: vcr replay run.vcr -- CMD",
    );
  return { run: before[0], argv };
}
