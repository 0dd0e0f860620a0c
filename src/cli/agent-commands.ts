import type { Command } from "commander";
import type { RecordFlags } from "./record.ts";

/** Commands that start a program of the user's. */
export function addAgentCommands(program: Command): void {
  addRecord(program);
}

function addRecord(program: Command): void {
  const each = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
  program
    .command("record")
    .description("run an agent and record its calls")
    .argument("[command...]", "the command, behind --")
    .option("-o, --output <file>", "where the recording goes (default: .vcr/ and a name made of the time)")
    .option("--name <name>", "its name in .vcr/")
    .option("--meta <key=value>", "kept in the header; repeatable", each)
    .option("--tag <tag>", "kept in the header; repeatable", each)
    .option("--externalize <bytes>", "keep strings of this size and more beside the file")
    .option("--force", "replace the file if it is there")
    .option("--no-redact", "write secrets as they are")
    .option("--no-fp", "keep no identity of requests in which a secret was masked")
    .option("--listen [port]", "wait for calls; without a command until Ctrl-C")
    .option("--print-env", "with --listen: print the variables to export on stdout, for eval")
    .passThroughOptions()
    .addHelpText(
      "after",
      `
The agent keeps its terminal and its exit code. Nothing recorded: exit code 2.

Examples:
  vcr record -- python agent.py "book a flight"
  vcr record --name baseline --tag ci -- npm run agent
  vcr record --listen 4000`,
    )
    .action(async (argv: string[], options: RecordFlags) => {
      const { record } = await import("./record.ts");
      await record(argv, options);
    });
}
