import type { OpenedFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";
import { Trouble } from "../trouble.ts";

/** All runs of a file, or the one that was named. @throws Trouble when there is no such run */
export function chosenRuns(file: OpenedFile, number: number | undefined): readonly Run[] {
  if (number === undefined) return file.runs;
  const run = file.runs[number - 1];
  if (!run) throw new Trouble(`${file.path}: there is no run ${number}; the file has ${file.runs.length}`);
  return [run];
}
