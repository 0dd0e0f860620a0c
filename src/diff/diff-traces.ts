import { readAll } from "../run/drive.ts";
import { type OpenedFile, openFile } from "../run/open-file.ts";
import type { Run } from "../run/run.ts";
import { diffRuns } from "./diff-runs.ts";
import type { DiffOptions, RunDiff } from "./run-diff.ts";
import { Work } from "./work.ts";

/** Milliseconds of work between two chances for others to run. */
const SLICE = 50;

export interface TraceDiff extends RunDiff {
  /** Closes the files that were opened for it; payloads cannot be shown afterwards. */
  close(): void;
}

/** A path, an opened run, or a trace (its file is opened again). */
export type Comparable = string | Run | { readonly path: string };

/**
 * Compares two runs: files of any known format that hold one run each, or opened runs that have been read to their ends.
 * @throws RangeError for a pattern of `ignore` that is no pointer, or a file that holds several runs;
 * TraceFormatError and system errors where a file cannot be opened.
 */
export async function diffTraces(a: Comparable, b: Comparable, options: DiffOptions = {}): Promise<TraceDiff> {
  const opened: OpenedFile[] = [];
  const close = (): void => {
    for (const file of opened) file.close();
  };
  try {
    const [left, right] = [await runOf(a, opened), await runOf(b, opened)];
    const work = new Work(diffRuns(left, right, options));
    while (!work.advance(performance.now() + SLICE)) await new Promise<void>((resolve) => setImmediate(resolve));
    const { result } = work;
    if (!result) throw new Error("the comparison has no result");
    return { ...result, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function runOf(from: Comparable, opened: OpenedFile[]): Promise<Run> {
  if (typeof from !== "string" && "previousCall" in from) return from;
  const path = typeof from === "string" ? from : from.path;
  const file = await openFile(path);
  opened.push(file);
  await readAll(file);
  const [run, second] = file.runs;
  if (!run || second)
    throw new RangeError(`${path} holds ${file.runs.length} runs: compare two of them as opened runs`);
  return run;
}
