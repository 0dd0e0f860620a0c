import type { OpenedFile } from "./open-file.ts";

/** Milliseconds of reading between two looks at the keyboard: less than a frame. */
const SLICE = 6;
/** After this long without a new byte a file counts as finished: torn last lines are called torn. */
const QUIET = 1500;

/**
 * Reads an open file to its end in slices, and goes on when it grows, until stopped.
 * `onSlice` is called after every slice that may have changed something, with whether it has caught up.
 */
export function drive(file: OpenedFile, onSlice: (caughtUp: boolean) => void): () => void {
  let stopped = false;
  let running = false;
  let quiet: NodeJS.Timeout | undefined;

  const slice = (): void => {
    if (stopped) return;
    const caughtUp = advanceAll(file, performance.now() + SLICE);
    onSlice(caughtUp);
    if (caughtUp) rest();
    else setImmediate(slice);
  };
  const rest = (): void => {
    running = false;
    if (!file.progress.complete) return;
    quiet = setTimeout(() => {
      file.finish();
      onSlice(true);
    }, QUIET);
    quiet.unref();
  };
  const wake = (): void => {
    if (running || stopped) return;
    clearTimeout(quiet);
    running = true;
    setImmediate(slice);
  };
  const unsubscribe = file.onWake(wake);
  wake();
  return () => {
    stopped = true;
    clearTimeout(quiet);
    unsubscribe();
  };
}

/** Reads on in the file and in what each of its runs derives from it; true when nothing is left to do for now. */
export function advanceAll(file: OpenedFile, deadline: number): boolean {
  let caughtUp = file.advance(deadline);
  for (const run of file.runs) caughtUp = run.advance(deadline) && caughtUp;
  return caughtUp;
}

/** Reads an open file to the end, letting others run in between. For commands that need everything. */
export function readAll(file: OpenedFile): Promise<void> {
  return readWhole(file, advanceAll);
}

/** The same without what runs derive from it, their lanes: for who needs only rows and bodies. */
export function readRows(file: OpenedFile): Promise<void> {
  return readWhole(file, (each, deadline) => each.advance(deadline));
}

async function readWhole(file: OpenedFile, advance: (file: OpenedFile, deadline: number) => boolean): Promise<void> {
  while (!advance(file, performance.now() + 50) || !file.progress.complete) {
    await new Promise<void>((resolve) => (file.progress.complete ? setImmediate(resolve) : setTimeout(resolve, 5)));
  }
  file.finish();
}
