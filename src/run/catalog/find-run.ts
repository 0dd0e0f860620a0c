import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { FileWalk, newestFirst, type RunFile } from "./file-walk.ts";
import { ownPlace, type Place, type Surroundings, usualPlaces } from "./place.ts";
import { idInHeader, idsInName, isReplay, SHORTEST_ID } from "./run-names.ts";

/** What a word other than a path names. `unknown`: it has the form of an id, and no run has it. */
export type FoundRun =
  | { readonly type: "run"; readonly file: RunFile }
  | { readonly type: "ambiguous"; readonly files: readonly RunFile[] }
  | { readonly type: "no-runs"; readonly folder: string }
  | { readonly type: "unknown" };

export const LAST = "last";

/** `last`, or the first eight or more characters of an id. */
export function isRunName(word: string): boolean {
  return word === LAST || (word.length >= SHORTEST_ID && /^[0-9A-Za-z][\w-]*$/.test(word));
}

/**
 * The run that `word` names: `last` is the newest of `.vcr/`, an id is looked for in all usual places. `toServe`: replays of
 * other runs are passed over, so that a run can be replayed again and again.
 */
export function findRun(word: string, surroundings: Surroundings, how: { readonly toServe?: boolean } = {}): FoundRun {
  if (word === LAST) {
    const own = ownPlace(surroundings.cwd);
    const files = filesIn([own]);
    const newest = (how.toServe === true ? files.find(({ path }) => !isReplay(path)) : undefined) ?? files[0];
    return newest ? { type: "run", file: newest } : { type: "no-runs", folder: own.folder };
  }
  if (!isRunName(word)) return { type: "unknown" };
  const files = filesIn(usualPlaces(surroundings));
  const named = files.filter((file) => idsOf(file).some((id) => id.toLowerCase().startsWith(word.toLowerCase())));
  const [only] = named;
  if (!only) return { type: "unknown" };
  return named.length === 1 ? { type: "run", file: only } : { type: "ambiguous", files: named };
}

/** The file that `vcr record --name` called so, with or without its ending; undefined where there is none. */
export function namedRun(word: string, cwd: string): string | undefined {
  if (word === "" || basename(word) !== word) return undefined;
  const { folder, takes } = ownPlace(cwd);
  return [word, `${word}.vcr`]
    .filter(takes)
    .map((name) => join(folder, name))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

function idsOf(file: RunFile): readonly string[] {
  const id = file.origin === "here" ? idInHeader(file.path) : undefined;
  return id === undefined ? idsInName(file.path) : [...idsInName(file.path), id];
}

function filesIn(places: readonly Place[]): readonly RunFile[] {
  const walk = new FileWalk(places);
  walk.advance(Number.POSITIVE_INFINITY);
  return walk.files.sort(newestFirst);
}
