import { FileWalk, type RunFile } from "./file-walk.ts";
import { type Entry, type PlacedEntry, placeInLineage } from "./lineage.ts";
import type { Place } from "./place.ts";
import type { FactsResult } from "./read-facts.ts";
import type { RunFacts } from "./run-facts.ts";

/** What is to be read next of a list of runs. */
export interface FactsJob {
  readonly path: string;
  readonly whole: boolean;
}

/** What a catalog is made of: places to look through, and files that were named. */
export interface CatalogSources {
  readonly places: readonly Place[];
  readonly paths?: readonly string[];
}

interface Known {
  readonly file: RunFile;
  readonly facts?: RunFacts;
  readonly problem?: string;
  readonly noRun: boolean;
}

/**
 * The runs of some places: a live list that is there as soon as their folders have been read, and says more of each as
 * its file is read. It knows what should be read next; who drives it reads and reports back (see `driveCatalog`).
 */
export class Catalog {
  /** Goes up with every change; views cache by it. */
  version = 0;
  readonly sources: CatalogSources;
  #walk: FileWalk;
  #walked = false;
  #known = new Map<string, Known>();
  #wanted: readonly string[] = [];
  #placed: { readonly version: number; readonly entries: readonly PlacedEntry[] } | undefined;
  /** Heads still to be read, the newest last. */
  #heads: string[] = [];

  constructor(sources: CatalogSources) {
    this.sources = sources;
    this.#walk = new FileWalk(sources.places, sources.paths);
  }

  /** Every folder has been looked at. */
  get listed(): boolean {
    return this.#walked;
  }

  /** The beginning of every file has been read. */
  get complete(): boolean {
    return this.#walked && this.#heads.length === 0;
  }

  /** Files that turned out to hold no run. */
  get passedOver(): number {
    let count = 0;
    for (const { noRun } of this.#known.values()) if (noRun) count++;
    return count;
  }

  /** Newest first, forks below their originals. */
  get entries(): readonly PlacedEntry[] {
    if (this.#placed?.version !== this.version) {
      const entries: Entry[] = [];
      for (const known of this.#known.values()) if (!known.noRun) entries.push(known);
      this.#placed = { version: this.version, entries: placeInLineage(entries) };
    }
    return this.#placed.entries;
  }

  /** Goes on looking through folders until `deadline` (performance.now()); true: done. */
  list(deadline: number): boolean {
    if (this.#walked) return true;
    this.#walked = this.#walk.advance(deadline);
    if (this.#walked) this.#takeFiles();
    return this.#walked;
  }

  /** Looks through the folders again; of files that are as they were, what was read of them stays. */
  lookAgain(): void {
    this.#walk = new FileWalk(this.sources.places, this.sources.paths);
    this.#walked = false;
  }

  /** The files in view: they are read before all others, and to their end. */
  want(paths: readonly string[]): void {
    this.#wanted = paths;
  }

  wants(path: string): boolean {
    return this.#wanted.includes(path);
  }

  /** What to read next: beginnings of files in view, then those files whole, then all other beginnings. */
  next(): FactsJob | undefined {
    const wanted = this.#wanted.filter((path) => this.#unread(path));
    const head = wanted.find((path) => this.#known.get(path)?.facts === undefined);
    if (head !== undefined) return { path: head, whole: false };
    const whole = wanted.find((path) => this.#known.get(path)?.facts?.sums === undefined);
    if (whole !== undefined) return { path: whole, whole: true };
    for (let path = this.#heads.at(-1); path !== undefined; path = this.#heads.at(-1)) {
      if (this.#unread(path) && this.#known.get(path)?.facts === undefined) return { path, whole: false };
      this.#heads.pop();
      if (this.#heads.length === 0) this.version++;
    }
    return undefined;
  }

  take(path: string, result: FactsResult): void {
    const known = this.#known.get(path);
    if (!known || result.type === "stopped") return;
    const { file } = known;
    if (result.type === "facts") this.#known.set(path, { file, facts: result.facts, noRun: false });
    else if (result.type === "no-run") this.#known.set(path, { file, noRun: true });
    else this.#known.set(path, { ...known, problem: result.text });
    this.version++;
  }

  #unread(path: string): boolean {
    const known = this.#known.get(path);
    return known !== undefined && !known.noRun && known.problem === undefined;
  }

  #takeFiles(): void {
    const before = this.#known;
    this.#known = new Map();
    for (const file of this.#walk.files) {
      const old = before.get(file.path);
      const same = old && old.file.size === file.size && old.file.modified === file.modified;
      this.#known.set(file.path, same ? old : { file, noRun: false });
    }
    this.#heads = this.#walk.files.toSorted((a, b) => a.modified - b.modified).map(({ path }) => path);
    this.version++;
  }
}
