import type { Command } from "commander";
import { addHoldingFlags } from "../agent/holding-flags.ts";
import { addRunningFlags } from "../agent/running-flags.ts";
import { repeated } from "../settings/repeated.ts";
import type { RecordFlags } from "./record.ts";

const HELP = `
The agent keeps its terminal and its exit code. Nothing recorded: exit code 2. Calls kept back by --budget, --max-calls or
--loop: exit code 1. With --break calls stand still until vcr attach lets them go on; without it, and
without --loop, a third equal request in a row is held only while somebody watches. Ctrl-C: the agent's own exit code; 130 when nothing was recorded, or without a command (--listen),
where what came until then is kept. An agent that outlives SIGTERM, or Ctrl-C twice within a second, by more than three
seconds is killed. With --background the exit code is 0 when the agent has been started.

Examples:
  vcr record -- python agent.py "book a flight"
  vcr record --name baseline --tag ci -- npm run agent
  vcr record --listen 4000
  vcr record --break 'tool:search' --budget 0.50 -- python agent.py
  vcr record --background -- python agent.py`;

/** `vcr record`: runs an agent and records its calls. */
export function addRecordCommand(program: Command): void {
  const command = program
    .command("record")
    .description("run an agent and record its calls")
    .argument("[command...]", "the command, behind --")
    .option("-o, --output <file>", "where the recording goes (default: .vcr/ and a name made of the time)")
    .option("--name <name>", "its name in .vcr/")
    .option("--meta <key=value>", "kept in the header; repeatable", repeated)
    .option("--tag <tag>", "kept in the header; repeatable", repeated)
    .option("--externalize <bytes>", "keep strings of this size and more beside the file")
    .option("--force", "replace the file if it is there")
    .option("--no-redact", "write secrets as they are")
    .option("--no-fp", "keep no identity of requests in which a secret was masked")
    .option("--listen [port]", "wait for calls; without a command until Ctrl-C")
    .option("--print-env", "with --listen: print the variables to export on stdout, for eval")
    .option("--report <file>", "write the report to a file; - is stdout")
    .option("--json", "the report as one JSON object on stdout; with --background, what was started")
    .passThroughOptions();
  addHoldingFlags(addRunningFlags(command))
    .addHelpText("after", HELP)
    .action(async (argv: string[], options: RecordFlags) => {
      const { startedApart } = await import("../agent/background.ts");
      if (await startedApart(options)) return;
      const { record } = await import("./record.ts");
      await record(argv, options);
    });
}
