import type { OpenedFile } from "../open-file.ts";
import type { Catalog } from "./catalog.ts";
import { type CostOf, readFacts } from "./read-facts.ts";

const SLICE = 6;

export interface CatalogDriveOptions {
  /** Asked for when the first file is read whole. @default costs as the files say */
  costs?(): Promise<CostOf>;
  /** How files are seen. @default as they are */
  shown?: (file: OpenedFile) => OpenedFile;
  /** More is known. */
  onChange(): void;
}

export interface CatalogDrive {
  /** There may be more to do: other rows are in view, the folders are to be looked through again. */
  wake(): void;
  stop(): void;
}

/** Looks through folders and reads files one after the other, in slices with turns of the event loop between them, until stopped. */
export function driveCatalog(catalog: Catalog, options: CatalogDriveOptions): CatalogDrive {
  let stopped = false;
  let running = false;
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

  const run = async (): Promise<void> => {
    while (!stopped) {
      if (!catalog.listed) {
        if (catalog.list(performance.now() + SLICE)) options.onChange();
      } else {
        const job = catalog.next();
        if (!job) return;
        // A long file that has gone out of view must not hold up those that are in view now.
        const gone = () => stopped || (job.whole && !catalog.wants(job.path));
        const costOf = job.whole ? await options.costs?.() : undefined;
        const { shown } = options;
        const how = { ...job, costOf, pause, stopped: gone, ...(shown && { shown }) };
        const result = await readFacts(job.path, how);
        catalog.take(job.path, result);
        options.onChange();
      }
      await pause();
    }
  };
  const wake = (): void => {
    if (running || stopped) return;
    running = true;
    run().finally(() => {
      running = false;
      options.onChange();
    });
  };
  wake();
  return {
    wake,
    stop: () => {
      stopped = true;
    },
  };
}
