import { type Command, Option } from "commander";
import { THEME_CHOICES } from "../../theme/theme.ts";
import { addPriceFlags } from "../settings/price-flags.ts";
import type { AttachFlags } from "./attach.ts";
import { WATCH_HELP } from "./watch-command.ts";

const HELP = `
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
  vcr attach last --json | jq -c 'select(.params.type == "held")'`;

/** `vcr attach`: watches a run in progress. */
export function addAttachCommand(program: Command): void {
  const command = program
    .command("attach")
    .description("watch a run in progress, and hold, change and continue its calls")
    .argument(
      "[run]",
      "path or name of its file, the beginning of its id, or last; without it the only one in progress",
    )
    .option("--no-tui", "by the line, on a terminal too: what happens on stdout, commands on stdin")
    .option("--json", "the messages of the control channel, one JSON object a line; requests on stdin")
    .addOption(new Option("--color <when>", "use colours").choices(["auto", "always", "never"]).default("auto"))
    .addOption(new Option("--theme <name>", "colours").choices([...THEME_CHOICES]))
    .option("--ascii", "draw with ASCII characters only")
    .option("--screen-reader", "lines instead of a screen: every view as text, every prompt a line");
  addPriceFlags(command)
    .addHelpText("after", HELP)
    .action(async (run: string | undefined, options: AttachFlags) => {
      const { attach } = await import("./attach.ts");
      await attach(run, options);
    });
}
