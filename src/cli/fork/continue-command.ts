import { type Command, Option } from "commander";
import { PROVIDERS } from "../../providers/provider-table.ts";
import { addHoldingFlags } from "../agent/holding-flags.ts";
import { addRunningFlags } from "../agent/running-flags.ts";
import { repeated } from "../settings/repeated.ts";
import type { ContinueFlags } from "./continue.ts";
import { addEditFlags } from "./edit-flags.ts";

const HELP = `
The request of the step goes to its provider with the edits made, by the key in the environment; nothing runs on this machine.
A tool call is answered by a recorded one of the same name and arguments. For any other you are asked; without a terminal it ends there.
A transcript (Claude Code, Codex, chat) is asked again with its messages; what it does not keep is said.

Exit codes: 0 done, or stopped by you · 1 a call has no result, got one by name, or was kept back · 2 trouble, or the provider failed · 130 interrupted

Examples:
  vcr continue run.vcr --at 4
  vcr continue run.vcr --edit 6a:/result="3 rooms left" -o fixed.vcr
  vcr continue run.vcr --at 2 --model gpt-5-mini --param /temperature=0 --tools by-name
  vcr continue session.jsonl --say "Why did you not run the tests?"`;

/** `vcr continue`: a recorded conversation goes on without its agent. */
export function addContinueCommand(program: Command): void {
  const command = program
    .command("continue")
    .description(
      "go on from a recorded step without the agent: the model is asked, its tools answered from the recording",
    )
    .argument("[run]", "the recording, or a transcript of any known format", "last")
    .option(
      "--at <step>",
      "the step that is asked again; end goes on behind the last (default: the first edit, else end)",
    )
    .option("-o, --output <file>", "where the new run is saved (default: .vcr/ and a name made of the time)");
  addEditFlags(command)
    .option("--model <model>", "the model that is asked")
    .option("--param <param>", "POINTER=VALUE, a parameter of each request: /temperature=0 (repeatable)", repeated, [])
    .option("--say <text>", "a message of the user to go on with")
    .addOption(
      new Option("--provider <name>", "make the request anew of the messages, for this vendor").choices(
        PROVIDERS.map(({ id }) => id),
      ),
    )
    .addOption(
      new Option("--tools <how>", "what answers a call that was recorded with other arguments").choices(["by-name"]),
    )
    .option("--report <file>", "write the report to a file; - is stdout")
    .option("--json", "the report as one JSON object on stdout, the model's words on stderr");
  addHoldingFlags(addRunningFlags(command))
    .addHelpText("after", HELP)
    .action(async (run: string, flags: ContinueFlags) => {
      const { startedApart } = await import("../agent/background.ts");
      if (await startedApart(flags)) return;
      const { continueRun } = await import("./continue.ts");
      await continueRun(run, flags);
    });
}
