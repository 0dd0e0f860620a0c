import { readAll } from "../../run/drive.ts";
import type { OpenedFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";
import { Trouble } from "../trouble.ts";
import { parseRunAddress } from "./address.ts";
import { chosenRuns } from "./chosen-runs.ts";
import { openForCommand } from "./open.ts";

export interface OneRun {
  readonly file: OpenedFile;
  readonly run: Run;
}

/**
 * A file of one run, or one of its runs (`FILE#2`), read to its end. The caller closes the file.
 * @throws Trouble when it holds none or several; `hint` says what the command takes ("vcr export takes one")
 */
export async function oneRun(
  address: string,
  { hint, ...how }: { readonly hint: string; readonly toServe?: boolean },
): Promise<OneRun> {
  const { path, run: number } = parseRunAddress(address);
  const file = await openForCommand(path, how);
  try {
    await readAll(file);
    const [run, second] = chosenRuns(file, number);
    if (!run) throw new Trouble(`${path} holds no run`);
    if (second) throw new Trouble(`${path} holds ${file.runs.length} runs`, `${hint}: ${path}#1 is the first`);
    return { file, run };
  } catch (error) {
    file.close();
    throw error;
  }
}
