import type { Command } from "commander";

/** `vcr doctor`: says how an agent would be reached. */
export function addDoctorCommand(program: Command): void {
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
