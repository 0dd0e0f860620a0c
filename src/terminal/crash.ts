/** What is said when the program fails: two lines on the terminal, the rest in a file. */
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sanitise } from "../text/sanitise.ts";
import { appendLog } from "./console-capture.ts";

export interface CrashPlaces {
  /** The log of this session, where there is one. */
  readonly logFile: string | null;
  /** Else a file of its own goes here. Asked once it is needed; null: it is not there and could not be made. */
  crashFolder(): string | null;
}

/** Writes the stack to the first place that takes it, the temporary folder last; answers the two lines. */
export function crashReport(error: unknown, places: CrashPlaces): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const candidates = placesOf(places);
  const kept = candidates.find((file) => appendLog(file, `crash ${stack}`));
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const where =
    kept === undefined ? `The details could not be written to ${candidates[0]}` : `The details are in ${kept}`;
  return `vcr stopped on an error of its own: ${sanitise(message).slice(0, 500)}\n${where}\n`;
}

function placesOf({ logFile, crashFolder }: CrashPlaces): readonly string[] {
  // The random part keeps others from waiting at a name in a folder that everybody writes to.
  const folder = crashFolder();
  const name = `vcr-crash-${process.pid}-${randomBytes(4).toString("hex")}.log`;
  return [
    ...(logFile === null ? [] : [logFile]),
    ...(folder === null ? [] : [join(folder, name)]),
    join(tmpdir(), name),
  ];
}
