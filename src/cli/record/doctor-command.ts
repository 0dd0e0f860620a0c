import type { Command } from "commander";
import type { DoctorFlags } from "./doctor.ts";

/** `vcr doctor`: says how an agent would be reached. */
export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("say how each provider would be reached; starts no command")
    .argument("[command...]", "the command, behind --")
    .option("--run", "start it with a gateway that answers every call with an error, and say what arrived")
    .option("--json", "one JSON object: the command, each provider, with --run what arrived")
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
    .action(async (argv: string[], options: DoctorFlags) => {
      const { doctor } = await import("./doctor.ts");
      await doctor(argv, options);
    });
}
