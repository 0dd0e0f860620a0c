import { type Command, Option } from "commander";
import { THEME_CHOICES } from "../../theme/theme.ts";
import { addHoldingFlags } from "../agent/holding-flags.ts";
import { addRunningFlags } from "../agent/running-flags.ts";
import type { McpFlags } from "../mcp/mcp.ts";
import { addMatchingFlags } from "../replay/matching-flags.ts";
import { addPriceFlags } from "../settings/price-flags.ts";
import { repeated } from "../settings/repeated.ts";
import type { AttachFlags } from "../watch/attach.ts";
import { WATCH_HELP } from "../watch/watch-command.ts";
import type { RecordFlags } from "./record.ts";

/** Commands that start a program of the user's. */
export function addAgentCommands(program: Command): void {
  addRecord(program);
  addAttach(program);
  addDoctor(program);
  addMcp(program);
}

function addRecord(program: Command): void {
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
    .addHelpText(
      "after",
      `
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
  vcr record --background -- python agent.py`,
    )
    .action(async (argv: string[], options: RecordFlags) => {
      const { startedApart } = await import("../agent/background.ts");
      if (await startedApart(options)) return;
      const { record } = await import("./record.ts");
      await record(argv, options);
    });
}

function addAttach(program: Command): void {
  const command = program
    .command("attach")
    .description("watch a run in progress, and hold, change and continue its calls")
    .argument("[run]", "path of its file, the beginning of its id, or last; without it the only one in progress")
    .option("--no-tui", "by the line, on a terminal too: what happens on stdout, commands on stdin")
    .option("--json", "the messages of the control channel, one JSON object a line; requests on stdin")
    .addOption(new Option("--color <when>", "use colours").choices(["auto", "always", "never"]).default("auto"))
    .addOption(new Option("--theme <name>", "colours").choices([...THEME_CHOICES]))
    .option("--ascii", "draw with ASCII characters only")
    .option("--screen-reader", "lines instead of a screen: every view as text, every prompt a line");
  addPriceFlags(command)
    .addHelpText(
      "after",
      `
Several may watch one run. By the line:
${WATCH_HELP.map((line) => `  ${line}`).join("\n")}
Commands from a pipe are done one after the other: one that is for a held call waits until a call is held.
With --json, requests are JSON-RPC 2.0: pause, act, actAll, breakpoints.set, rewrites.set, hold, kill, as in
{"jsonrpc":"2.0","id":1,"method":"act","params":{"id":1,"action":{"do":"continue"}}}

Exit codes: 0 the run is over, or you left · 2 no such run, its process was killed, or a command from a pipe could not be
read or was refused (those behind it are done all the same) · 130 interrupted

Examples:
  vcr attach
  vcr attach 1a2b3c4d --no-tui
  printf 'c\\nc\\nq\\n' | vcr attach last
  vcr attach last --json | jq -c 'select(.params.type == "held")'`,
    )
    .action(async (run: string | undefined, options: AttachFlags) => {
      const { attach } = await import("../watch/attach.ts");
      await attach(run, options);
    });
}

function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description("say how each provider would be reached; starts no command")
    .argument("[command...]", "the command, behind --")
    .option("--run", "start it with a gateway that answers every call with an error, and say what arrived")
    .passThroughOptions()
    .addHelpText(
      "after",
      `
Providers of vcr.config.js count too. Without a command: the table of what can be caught.

Examples:
  vcr doctor
  vcr doctor -- python agent.py
  vcr doctor --run -- node agent.js`,
    )
    .action(async (argv: string[], options: { run?: boolean }) => {
      const { doctor } = await import("./doctor.ts");
      await doctor(argv, options);
    });
}

function addMcp(program: Command): void {
  const command = program
    .command("mcp")
    .description("record an MCP server that speaks over stdin and stdout, or answer in its place")
    .argument("[command...]", "the server's command, behind --")
    .option("-o, --output <file>", "a recording of its own, also under vcr record")
    .option("--force", "with -o: replace the file if it is there")
    .option("--name <name>", "what its events call the server (default: from the command)")
    .option("--replay <file>", "be the server that was recorded there; none is started")
    .passThroughOptions();
  addMatchingFlags(command)
    .addHelpText(
      "after",
      `
Put it before the server's command in the client's configuration. Under vcr record its calls go into that recording;
under vcr replay they are answered from it and the server is not started; under vcr fork it is started at its first live call.
Calls of its tools that go to the server stand still where that run holds calls: --break tool:NAME.

With --replay, what was not recorded gets an error; a report on stderr follows when the client has ended. The options from
--match on are for --replay.
Exit codes: the server's own · 2 trouble · 3 not started; with --replay 0 no divergence · 1 diverged

Examples:
  vcr mcp -- npx -y @modelcontextprotocol/server-filesystem /tmp
  vcr mcp -o files.vcr -- node server.js
  vcr mcp --replay files.vcr --ignore /arguments/requestId`,
    )
    .action(async (argv: string[], options: McpFlags) => {
      const { mcp } = await import("../mcp/mcp.ts");
      await mcp(argv, options);
    });
}
