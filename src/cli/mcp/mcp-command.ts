import type { Command } from "commander";
import { addMatchingFlags } from "../replay/matching-flags.ts";
import type { McpFlags } from "./mcp.ts";

const HELP = `
Put it before the server's command in the client's configuration. Under vcr record its calls go into that recording;
under vcr replay they are answered from it and the server is not started; under vcr fork it is started at its first live call.
Calls of its tools that go to the server stand still where that run holds calls: --break tool:NAME.

With --replay, what was not recorded gets an error; a report on stderr follows when the client has ended. The options from
--match on are for --replay.
Exit codes: the server's own · 2 trouble · 3 not started; with --replay 0 no divergence · 1 diverged

Examples:
  vcr mcp -- npx -y @modelcontextprotocol/server-filesystem /tmp
  vcr mcp -o files.vcr -- node server.js
  vcr mcp --replay files.vcr --ignore /requestId`;

/** `vcr mcp`: stands between an MCP client and its server. */
export function addMcpCommand(program: Command): void {
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
    .addHelpText("after", HELP)
    .action(async (argv: string[], options: McpFlags) => {
      const { mcp } = await import("./mcp.ts");
      await mcp(argv, options);
    });
}
