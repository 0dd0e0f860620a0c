import { type OpenedFile, openFile } from "../run/open-file.ts";
import type { Run } from "../run/run.ts";

/** The file of a run that this very process writes, followed without waiting for anybody to notice. Opened when first asked for. */
export class OwnRun {
  readonly #path: string;
  #opening: Promise<OpenedFile> | undefined;
  #file: OpenedFile | undefined;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** As far as it was read last; undefined before the first time. */
  get current(): Run | undefined {
    return this.#file?.runs[0];
  }

  /** All that is in the file now; undefined where it cannot be read. */
  async upToDate(): Promise<Run | undefined> {
    if (this.#closed) return undefined;
    this.#opening ??= openFile(this.#path);
    try {
      this.#file ??= await this.#opening;
    } catch {
      this.#opening = undefined;
      return undefined;
    }
    if (this.#closed) {
      this.#file.close();
      return undefined;
    }
    this.#file.poll();
    const run = this.#file.runs[0];
    while (run !== undefined && !run.advance(Number.POSITIVE_INFINITY));
    return run;
  }

  close(): void {
    this.#closed = true;
    this.#file?.close();
  }
}
