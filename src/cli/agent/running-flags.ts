import { type Command, Option } from "commander";

/** Options of every command that runs an agent: where it goes on, who watches, where it stands still. */
export interface RunningFlags {
  readonly background?: boolean;
  readonly tui?: boolean;
  readonly hold?: boolean;
  readonly json?: boolean;
  readonly printEnv?: boolean;
  /** False for `--no-save`. */
  readonly save?: boolean;
}

export function addRunningFlags(command: Command): Command {
  return command
    .addOption(
      new Option("--background", "start it without a terminal and come back; vcr attach watches it").conflicts("tui"),
    )
    .option("--tui", "start it in the background and watch it, full screen")
    .option("--hold", "calls stay held when the last one who watches leaves (default: they go on)");
}
