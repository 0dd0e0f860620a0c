import type { Command } from "commander";
import { repeated } from "../settings/repeated.ts";

/** Options by which something recorded is changed. */
export interface EditFlags {
  readonly edit: readonly string[];
  readonly drop: readonly string[];
  readonly editFile?: string;
}

export function addEditFlags(command: Command): Command {
  return command
    .option(
      "--edit <edit>",
      "STEP:POINTER=VALUE, the pointer from /request, /response or /result (repeatable)",
      repeated,
      [],
    )
    .option(
      "--drop <place>",
      "STEP:POINTER, a member that is left out: 6:/request/temperature (repeatable)",
      repeated,
      [],
    )
    .option("--edit-file <file>", 'edits as JSON: [{"step","pointer","value"}], "drop": true leaves a member out');
}
