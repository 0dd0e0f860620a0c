import { type Command, Option } from "commander";
import type { ExportFlags } from "./export.ts";

/** A run as a file of another tool. */
export function addExportCommand(program: Command): void {
  program
    .command("export")
    .description("write a run as a cassette or archive that other tools read")
    .argument("[run]", "a run of any known format; FILE#2 is its second", "last")
    .addOption(
      new Option("-f, --format <format>", "what to write")
        .choices(["go-vcr", "vcrpy", "har", "vcr"])
        .makeOptionMandatory(),
    )
    .option("-o, --output <file>", "where it goes (default: stdout)")
    .option("--expand", "with --format vcr: every body whole in its line, nothing shared or kept beside the file")
    .option("--redact", "put placeholders where secrets stand unmasked")
    .option("--allow-secrets", "write although secrets stand unmasked in the run")
    .option("--force", "replace the file if it is there")
    .addHelpText(
      "after",
      `
go-vcr: a cassette of version 2 (go-vcr 3 and 4; its own matcher compares headers, of which a recording keeps few: give
it one of yours). vcrpy: YAML, version 1. har: HTTP Archive 1.2. vcr: our own format, from a run of any.
Streams become whole bodies. Events that are no HTTP exchange are left out and counted. What was masked stays masked; a secret that
is not is named, and nothing is written unless you say how (--redact, --allow-secrets).

Exit codes: 0 written · 1 a secret stands unmasked in it, nothing was written · 2 trouble.

Examples:
  vcr export last --format vcrpy -o tests/cassettes/flight.yaml
  vcr export run.vcr --format har -o run.har
  vcr export session.jsonl --format vcr --expand | jq -c 'select(.seq)'`,
    )
    .action(async (run: string, flags: ExportFlags) => {
      const { exportRun } = await import("./export.ts");
      await exportRun(run, flags);
    });
}
