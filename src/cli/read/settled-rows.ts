import { advanceAll } from "../../run/drive.ts";
import type { OpenedFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";

/** Rows at the end of what has been read that later lines may still complete: they wait. */
const UNSETTLED = 256;
/** Milliseconds of reading between two looks at what can be given. */
const SLICE = 5;

/**
 * The rows of all runs of a file in list order, each as soon as the lines behind it can hardly change it: the first
 * ones long before a big file has been read.
 */
export async function* settledRows(file: OpenedFile): AsyncGenerator<{ readonly run: Run; readonly i: number }> {
  let number = 0;
  let i = 0;
  for (;;) {
    const done = advanceAll(file, performance.now() + SLICE) && file.progress.complete;
    for (; number < file.runs.length; number++, i = 0) {
      const run = file.runs[number]!;
      const whole = done || number < file.runs.length - 1;
      const until = whole ? run.length : run.length - UNSETTLED;
      for (; i < until; i++) yield { run, i };
      if (!whole) break;
    }
    if (done) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
