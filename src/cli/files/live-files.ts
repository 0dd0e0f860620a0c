import { resolve } from "node:path";
import { runsInProgress } from "../../control/runs-in-progress.ts";

/** Those of the files that are being written right now. */
export async function liveFiles(files: readonly string[]): Promise<ReadonlySet<string>> {
  const served = new Set((await runsInProgress(process.env)).map(({ who }) => who.run.path));
  return new Set(files.filter((file) => served.has(resolve(file))));
}
