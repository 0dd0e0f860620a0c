import type { OpenedFile } from "../open-file.ts";
import type { Progress } from "../run.ts";
import type { Mask } from "./masked-body.ts";
import { MaskedRun } from "./masked-run.ts";

/**
 * An open file whose runs are masked. Those of our own format are left as they are: what is secret was masked before it
 * was written.
 */
export function maskedFile(file: OpenedFile, mask: () => Mask): OpenedFile {
  return file.format.id === "vcr" ? file : new MaskedFile(file, mask());
}

class MaskedFile implements OpenedFile {
  readonly runs: MaskedRun[] = [];
  readonly #inner: OpenedFile;
  readonly #mask: Mask;

  constructor(inner: OpenedFile, mask: Mask) {
    this.#inner = inner;
    this.#mask = mask;
    this.#take();
  }

  get path() {
    return this.#inner.path;
  }
  get format() {
    return this.#inner.format;
  }
  get evidence() {
    return this.#inner.evidence;
  }
  get progress(): Progress {
    return this.#inner.progress;
  }

  advance(deadline: number): boolean {
    const caughtUp = this.#inner.advance(deadline);
    this.#take();
    return caughtUp;
  }
  poll(): void {
    this.#inner.poll();
  }
  onWake(listener: () => void): () => void {
    return this.#inner.onWake(listener);
  }
  finish(): void {
    this.#inner.finish();
    this.#take();
  }
  close(): void {
    this.#inner.close();
  }

  #take(): void {
    for (const run of this.#inner.runs.slice(this.runs.length)) this.runs.push(new MaskedRun(run, this.#mask));
  }
}
