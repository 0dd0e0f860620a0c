import { basename, resolve } from "node:path";
import { newestFirst, type RunFile } from "./file-walk.ts";
import type { RunFacts } from "./run-facts.ts";

/** A run among others: what it came from, and how deep it stands in the tree of forks. */
export interface Entry {
  readonly file: RunFile;
  readonly facts?: RunFacts;
  /** Why it cannot be read, in words. */
  readonly problem?: string;
}

export interface PlacedEntry extends Entry {
  /** 0: a run of its own, or one whose original is not in the list. */
  readonly depth: number;
  /** Path of the run it was made from. */
  readonly parent?: string;
  /** Runs made from this one, the newest first. */
  readonly children: readonly string[];
}

/**
 * Orders a list newest first, with every run below the one it was made from (header.parent: by id, else by file).
 * A family stands where its newest member would.
 */
export function placeInLineage(entries: readonly Entry[]): readonly PlacedEntry[] {
  const sorted = entries.toSorted((a, b) => newestFirst(a.file, b.file));
  const parents = parentsOf(sorted);
  const children = new Map<string, Entry[]>();
  for (const entry of sorted) {
    const parent = parents.get(entry.file.path);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), entry]);
  }
  const placed: PlacedEntry[] = [];
  const done = new Set<string>();
  const place = (entry: Entry, depth: number): void => {
    const { path } = entry.file;
    done.add(path);
    const below = children.get(path) ?? [];
    const parent = parents.get(path);
    placed.push({
      ...entry,
      depth,
      ...(parent !== undefined && { parent }),
      children: below.map((child) => child.file.path),
    });
    for (const child of below) place(child, depth + 1);
  };
  const byPath = new Map(sorted.map((entry) => [entry.file.path, entry]));
  for (const { file } of sorted) if (!done.has(file.path)) place(byPath.get(rootOf(file.path, parents))!, 0);
  return placed;
}

/** Path of the original by path; links that would close a circle are left out. */
function parentsOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const byId = new Map<string, string>();
  const byName = new Map<string, string>();
  for (const { file, facts } of entries) {
    if (facts?.header.id !== undefined && !byId.has(facts.header.id)) byId.set(facts.header.id, file.path);
    if (!byName.has(basename(file.path))) byName.set(basename(file.path), file.path);
  }
  const known = new Set(entries.map(({ file }) => file.path));
  const parents = new Map<string, string>();
  for (const { file, facts } of entries) {
    const { id, file: original } = facts?.header.parent ?? {};
    const named = original === undefined ? undefined : resolve(file.path, "..", original);
    const parent =
      (id === undefined ? undefined : byId.get(id)) ??
      (named !== undefined && known.has(named) ? named : undefined) ??
      (original === undefined ? undefined : byName.get(basename(original)));
    if (parent !== undefined && parent !== file.path && rootOf(parent, parents) !== file.path)
      parents.set(file.path, parent);
  }
  return parents;
}

function rootOf(path: string, parents: ReadonlyMap<string, string>): string {
  let at = path;
  for (let parent = parents.get(at); parent !== undefined; parent = parents.get(at)) at = parent;
  return at;
}
