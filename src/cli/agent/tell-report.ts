import { accessSync, constants, existsSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { JsonObject } from "../../json/json.ts";
import { sanitise } from "../../text/sanitise.ts";
import { errorMessage } from "../error-words.ts";
import { Output } from "../output.ts";
import { Trouble, tell } from "../trouble.ts";

/** How a run went, for people and for programs. */
export interface Report {
  readonly lines: readonly string[];
  readonly json: JsonObject;
}

export interface ReportFlags {
  /** A file; `-` is stdout. */
  readonly report?: string;
  readonly json?: boolean;
}

/** Before anything starts: a run that costs money is not to end without its report. @throws Trouble */
export function refuseUnwritableReport({ report }: ReportFlags): void {
  if (report === undefined || report === "-") return;
  const there = existsSync(report);
  if (there && statSync(report).isDirectory())
    throw new Trouble(`--report ${report}: is a folder`, "name a file in it");
  const folder = dirname(report);
  if (!there && !existsSync(folder)) throw new Trouble(`--report ${report}: there is no folder ${folder}`);
  try {
    accessSync(there ? report : folder, constants.W_OK);
  } catch {
    throw new Trouble(`--report ${report}: cannot be written`, "name another file, or - for stdout");
  }
}

/**
 * Tells how a run went: on stderr, unless a file or JSON on stdout is asked for. In the background stderr is read until
 * the agent has started, stdout never. Answers the lines, for watchers.
 */
export async function tellReport(
  { lines, json }: Report,
  flags: ReportFlags,
  { inBackground }: { readonly inBackground: boolean },
): Promise<readonly string[]> {
  const shown = lines.map((line) => sanitise(line));
  const file = flags.report === "-" ? undefined : flags.report;
  const inFile = file !== undefined && written(file, flags.json ? JSON.stringify(json, null, 2) : shown.join("\n"));
  if (inBackground) process.stderr.write(`${shown.join("\n")}\n`);
  else if (flags.json) await new Output().line(JSON.stringify(json));
  else if (flags.report === "-") for (const line of shown) await new Output().line(line);
  else if (!inFile) process.stderr.write(`${shown.join("\n")}\n`);
  return shown;
}

/** False, said on stderr, when it cannot be: how the run itself went stays what it is. */
function written(file: string, content: string): boolean {
  try {
    writeFileSync(file, `${content}\n`, { mode: 0o600 });
    return true;
  } catch (error) {
    tell(`the report could not be written: ${errorMessage(error)}`);
    return false;
  }
}
