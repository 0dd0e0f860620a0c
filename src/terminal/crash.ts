/** What is said when the program fails: two lines on the terminal, the rest in a file. */
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sanitise } from "../text/sanitise.ts";
import { appendLog } from "./console-capture.ts";

/** Writes the stack to `file`, or to a new file in the temporary folder; answers the two lines. */
export function crashReport(error: unknown, file: string | null): string {
  const place = file ?? join(tmpdir(), `vcr-crash-${process.pid}-${randomBytes(4).toString("hex")}.log`);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const kept = appendLog(place, `crash ${stack}`);
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const where = kept ? `The details are in ${place}` : `The details could not be written to ${place}`;
  return `vcr stopped on an error of its own: ${sanitise(message).slice(0, 500)}\n${where}\n`;
}
