import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { byCodeUnits } from "../../json/by-code-units.ts";
import type { Origin, Place } from "./place.ts";

/** A file that may hold a run: what its folder tells without a look inside. */
export interface RunFile {
  readonly path: string;
  readonly origin: Origin;
  /** Bytes. */
  readonly size: number;
  /** Last write, in milliseconds since the epoch. */
  readonly modified: number;
}

const DEEPEST = 12;
const MOST_FILES = 100_000;
/** Folders full of files that are no runs. */
const SKIPPED = /^(node_modules|\.git)$|\.blobs$/;

type Task =
  | { readonly type: "folder"; readonly place: Place; readonly folder: string; readonly depth: number }
  | { readonly type: "file"; readonly origin: Origin; readonly path: string };

/** Looks through places for files, in slices; folders and files that cannot be looked at are passed over. */
export class FileWalk {
  readonly files: RunFile[] = [];
  readonly #tasks: Task[] = [];
  readonly #seen = new Set<string>();

  constructor(places: readonly Place[], paths: readonly string[] = []) {
    for (const path of paths.toReversed()) this.#tasks.push({ type: "file", origin: "named", path });
    for (const place of places.toReversed())
      this.#tasks.push({ type: "folder", place, folder: place.folder, depth: 0 });
  }

  /** Goes on until `deadline` (performance.now()); true: everything has been looked at. */
  advance(deadline: number): boolean {
    for (let steps = 1; ; steps++) {
      const task = this.files.length < MOST_FILES ? this.#tasks.pop() : undefined;
      if (!task) return true;
      if (task.type === "file") this.#file(task.path, task.origin);
      else this.#folder(task);
      if (steps % 16 === 0 && performance.now() >= deadline) return this.#tasks.length === 0;
    }
  }

  #file(path: string, origin: Origin): void {
    if (this.#seen.has(path)) return;
    this.#seen.add(path);
    const stats = statOf(path);
    if (stats?.isFile()) this.files.push({ path, origin, size: stats.size, modified: stats.mtimeMs });
  }

  #folder({ place, folder, depth }: Task & { readonly type: "folder" }): void {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (place.deep && depth < DEEPEST && !SKIPPED.test(entry.name))
          this.#tasks.push({ type: "folder", place, folder: path, depth: depth + 1 });
      } else if (place.takes(entry.name)) this.#tasks.push({ type: "file", origin: place.origin, path });
    }
  }
}

/** Newest first; of files written at the same moment (a checkout) the one whose name counts higher, as names begin with the time. */
export function newestFirst(a: RunFile, b: RunFile): number {
  return (
    b.modified - a.modified ||
    byCodeUnits(basename(b.path), basename(a.path)) ||
    byCodeUnits(dirname(a.path), dirname(b.path))
  );
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
