import { type Command, Option } from "commander";
import { FORK_MATCHERS } from "../../fork/fork-matcher.ts";
import { addHoldingFlags } from "../agent/holding-flags.ts";
import { addRunningFlags } from "../agent/running-flags.ts";
import { repeated } from "../settings/repeated.ts";
import { Trouble } from "../trouble.ts";
import { addEditFlags } from "./edit-flags.ts";
import type { ForkFlags } from "./fork.ts";

const HELP = `
Steps before the boundary are served from the recording and cost nothing. A call that differs before it is stopped, never sent; one that
is never made is a divergence too, unless it comes after an edited answer.
A text for the whole /response is what the model says: --edit 0:/response="stop here".
An edited message or tool result is changed in every later request that goes live; the agent itself keeps the old text.
Calls of wrapped functions (llm, tool, memory of "agent-vcr") are forked inside the program: fork(path, {at}, fn), see the README.
Tools whose answers change by themselves (a time, a random number) need --pin-tools.

Exit codes: the agent's own · 1 diverged before the boundary · 2 trouble, or no call · 3 not started

Examples:
  vcr fork run.vcr --at 4 -- python agent.py
  vcr fork run.vcr --edit 6a:/result="3 rooms left" -o fixed.vcr -- python agent.py
  vcr fork run.vcr --edit 2:/request/messages/0/content="Be brief" --model gpt-5-mini -- node agent.js
  vcr fork run.vcr --drop 2:/request/tool_choice -- node agent.js
  vcr fork run.vcr --at 4 --param /temperature=0 -- node agent.js
  vcr fork run.vcr --at 4 --break 'phase:request tool:book' --budget 0.50 -- python agent.py
  vcr fork run.vcr --at 4 --pin-tools -- node agent.js
  vcr fork run.vcr --at end -- node agent.js`;

/** `vcr fork`: runs an agent from a recorded step on. */
export function addForkCommand(program: Command): void {
  const command = program
    .command("fork")
    .usage("[options] [run.vcr] -- CMD")
    .description("run an agent again: from a recording up to a step, live from there")
    .argument("[run]", "the recording (default: last, replays passed over)")
    .argument("[command...]", "the command, behind --")
    .option("--at <step>", "the first live step; end goes on behind the last (default: where the first edit is seen)")
    .option("-o, --output <file>", "where the fork is saved (default: .vcr/ and a name made of the time)");
  addEditFlags(command)
    .option("--model <model>", "the model of live calls")
    .option("--param <param>", "POINTER=VALUE, a parameter of live calls: /temperature=0 (repeatable)", repeated, [])
    .option("--once", "change only the first live request that carries an edit")
    .addOption(
      new Option("--match <how>", "how calls before the boundary are matched (default: identity)").choices(
        FORK_MATCHERS,
      ),
    )
    .option(
      "--pin-tools",
      "before the boundary tools may answer otherwise; live requests carry what they answered then",
    )
    .option("--allow-unmade", "recorded calls before the boundary that are not made are no divergence")
    .option("--report <file>", "write the report to a file; - is stdout")
    .option("--json", "the report as one JSON object on stdout");
  addHoldingFlags(addRunningFlags(command))
    .addHelpText("after", HELP)
    .action(async (_run: string | undefined, _command: string[], options: ForkFlags, own: Command) => {
      const { run, argv } = splitWords(own.args);
      const { startedApart } = await import("../agent/background.ts");
      if (await startedApart(options)) return;
      const { fork } = await import("./fork.ts");
      await fork(run ?? "last", argv, options);
    });
}

/** What stands before `--` is the run, what stands behind it the command. @throws Trouble */
function splitWords(words: readonly string[]): { readonly run: string | undefined; readonly argv: readonly string[] } {
  const dashes = process.argv.indexOf("--");
  const argv = dashes < 0 ? [] : process.argv.slice(dashes + 1);
  const [run, ...more] = words.slice(0, words.length - argv.length);
  if (more.length === 0) return { run, argv };
  throw new Trouble("a fork takes one run", "the command stands behind --: vcr fork run.vcr --at N -- CMD");
}
