import { readdirSync } from "node:fs";
import type { Evidence, Format, Reader } from "../formats/format.ts";
import { detect, unknownFormat } from "../formats/registry.ts";
import { readSample } from "../formats/sample.ts";
import { TraceFormatError } from "../trace/errors.ts";
import { openSource } from "../trace/source/open-source.ts";
import type { ByteSource } from "../trace/source/source.ts";
import { Collector } from "./collector.ts";
import { type OpenedBehind, OpenedRun } from "./opened-run.ts";
import type { Progress, Run } from "./run.ts";

/** An open file: a list of runs (mostly one), which may grow while it is read. */
export interface OpenedFile {
  readonly path: string;
  readonly format: Format;
  readonly evidence: Evidence;
  readonly runs: readonly Run[];
  readonly progress: Progress;
  /** Walks on until `deadline` (performance.now()); true: caught up. */
  advance(deadline: number): boolean;
  /** Looks at the file now, without waiting for a change to be noticed. */
  poll(): void;
  /** Calls back when there may be more to read. Returns the unsubscribe. */
  onWake(listener: () => void): () => void;
  /** Nobody writes this file any more: torn last line and unanswered calls are said. */
  finish(): void;
  close(): void;
}

export interface OpenFileOptions {
  /** Without the files that belong to it (a session's sub-agents): for a look at its beginning. @default false */
  readonly alone?: boolean;
}

/**
 * Opens any file a format is known for. Resolves as soon as its format is known; rows appear with `advance`.
 * @throws TraceFormatError when it is empty, no trace, or of a newer version; a system error when it cannot be read.
 */
export async function openFile(
  path: string,
  source: ByteSource = openSource(path),
  { alone = false }: OpenFileOptions = {},
): Promise<OpenedFile> {
  try {
    await headOf(source);
    const sample = readSample(source);
    const found = detect(sample);
    if (!found) throw unknownFormat(sample);
    return await FileOfRuns.open(source, found, alone);
  } catch (error) {
    source.close();
    throw error;
  }
}

/** A file being unpacked has nothing to sniff at until its first bytes are there. */
function headOf(source: ByteSource): Promise<void> {
  const ready = () => source.size >= 64 * 1024 || source.complete || source.failure !== undefined;
  if (ready()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = source.onChange(() => {
      if (!ready()) return;
      stop();
      resolve();
    });
  });
}

class FileOfRuns implements OpenedFile, OpenedBehind {
  readonly path: string;
  readonly format: Format;
  readonly evidence: Evidence;
  readonly runs: OpenedRun[] = [];
  readonly #source: ByteSource;
  readonly #sources: ByteSource[];
  readonly #collector = new Collector((store, base) => this.runs.push(new OpenedRun(this, store, base)));
  #reader: Reader | undefined;
  readonly #wakers = new Set<() => void>();
  #caughtUp = false;
  #unsubscribe = (): void => {};

  static async open(
    source: ByteSource,
    found: { readonly format: Format; readonly evidence: Evidence },
    alone: boolean,
  ): Promise<FileOfRuns> {
    const file = new FileOfRuns(source, found.format, found.evidence);
    file.#reader = await found.format.open(source, {
      sink: file.#collector,
      addSource: (path) => (alone ? undefined : file.#addSource(path)),
      list: (dir) => (alone ? [] : namesIn(dir)),
    });
    // A file without a header of its own still is a run.
    file.advance(performance.now());
    if (file.runs.length === 0) file.#collector.header({});
    return file;
  }

  private constructor(source: ByteSource, format: Format, evidence: Evidence) {
    this.path = source.path;
    this.format = format;
    this.evidence = evidence;
    this.#source = source;
    this.#sources = [source];
    this.#unsubscribe = source.onChange(() => this.#sourceChanged());
  }

  get reader(): Reader {
    if (!this.#reader) throw new TraceFormatError({ path: this.path, expected: "an opened reader" });
    return this.#reader;
  }

  get progress(): Progress {
    return {
      bytes: this.#reader?.position ?? 0,
      size: this.#source.size,
      complete: this.#caughtUp && this.#source.complete,
    };
  }

  advance(deadline: number): boolean {
    const before = this.runs.map((run) => run.version);
    this.#caughtUp = this.reader.advance(deadline);
    if (this.#source.failure !== undefined) this.#collector.warn(this.#source.failure);
    this.runs.forEach((run, i) => {
      if (run.version !== before[i]) run.emit("rows");
    });
    return this.#caughtUp;
  }

  poll(): void {
    this.#sourceChanged();
  }

  onWake(listener: () => void): () => void {
    this.#wakers.add(listener);
    return () => this.#wakers.delete(listener);
  }

  finish(): void {
    this.reader.finish();
    for (const run of this.runs) run.emit("complete");
  }

  close(): void {
    this.#unsubscribe();
    for (const source of this.#sources) source.close();
  }

  #sourceChanged(): void {
    const change = this.#source.poll();
    this.#caughtUp = false;
    const kind = change === "truncated" || change === "replaced" ? change : "rows";
    for (const run of this.runs) run.emit(kind);
    for (const wake of this.#wakers) wake();
  }

  #addSource(path: string): { readonly number: number; readonly source: ByteSource } | undefined {
    try {
      const source = openSource(path);
      this.#sources.push(source);
      return { number: this.#sources.length - 1, source };
    } catch {
      // A side file that cannot be read costs its own events; the run itself opens.
      this.#collector.warn(`${path} cannot be read: its events are missing`);
      return undefined;
    }
  }
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}
