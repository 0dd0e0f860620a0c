import { readAll } from "../run/drive.ts";
import { account } from "../stats/account.ts";
import { renderStats } from "../stats/render-stats.ts";
import { statsJson } from "../stats/stats-json.ts";
import { openForCommand, tellProblems } from "./open.ts";
import { Output } from "./output.ts";

/** `vcr stats FILE`: every run of the file, one after the other. */
export async function stats(path: string, options: { readonly json?: boolean }): Promise<void> {
  const out = new Output();
  const file = await openForCommand(path);
  await readAll(file);
  for (const [i, run] of file.runs.entries()) {
    const sums = account(run);
    if (options.json) await out.line(JSON.stringify(statsJson(run, sums), null, 2));
    else {
      if (i > 0) await out.line("");
      for (const line of renderStats(run, sums)) await out.line(line);
    }
  }
  tellProblems(file);
  file.close();
}
