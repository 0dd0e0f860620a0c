import { sanitise } from "../../text/sanitise.ts";
import { EXIT } from "../exit-codes.ts";

/** Says on stderr and in the exit code that the command could not be started; answers the line, for watchers. */
export function tellNotStarted(argv: readonly string[], why: string): string {
  const line = `vcr: ${sanitise(argv[0] ?? "")} could not be started: ${sanitise(why)}`;
  process.stderr.write(`${line}\n`);
  process.exitCode = EXIT.notStarted;
  return line;
}
