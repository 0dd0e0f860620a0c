import { writeFileSync } from "node:fs";
import { type ReplayReport, reportJson, reportLines } from "../replay/replay-report.ts";
import { sanitise } from "../text/sanitise.ts";
import { Output } from "./output.ts";

/** Where the report of a replay goes: stderr, unless a file (`-` is stdout) or JSON on stdout is asked for. Answers its lines. */
export async function tellReport(
  report: ReplayReport,
  to: { readonly report?: string; readonly json?: boolean },
): Promise<readonly string[]> {
  const lines = reportLines(report).map((line) => sanitise(line));
  if (to.json) await new Output().line(JSON.stringify(reportJson(report)));
  if (to.report === "-" && !to.json) for (const line of lines) await new Output().line(line);
  else if (to.report !== undefined && to.report !== "-")
    writeFileSync(to.report, to.json ? `${JSON.stringify(reportJson(report), null, 2)}\n` : `${lines.join("\n")}\n`, {
      mode: 0o600,
    });
  else if (!to.json) process.stderr.write(`${lines.join("\n")}\n`);
  return lines;
}
