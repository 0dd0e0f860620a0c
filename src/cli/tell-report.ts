import { writeFileSync } from "node:fs";
import type { JsonObject } from "../json/json.ts";
import { sanitise } from "../text/sanitise.ts";
import { Output } from "./output.ts";

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
  if (file !== undefined) {
    const content = flags.json ? JSON.stringify(json, null, 2) : shown.join("\n");
    writeFileSync(file, `${content}\n`, { mode: 0o600 });
  }
  if (inBackground) process.stderr.write(`${shown.join("\n")}\n`);
  else if (flags.json) await new Output().line(JSON.stringify(json));
  else if (flags.report === "-") for (const line of shown) await new Output().line(line);
  else if (file === undefined) process.stderr.write(`${shown.join("\n")}\n`);
  return shown;
}
