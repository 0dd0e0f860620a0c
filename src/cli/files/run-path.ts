import { existsSync } from "node:fs";
import { relative } from "node:path";
import type { RunFile } from "../../run/catalog/file-walk.ts";
import { findRun, isRunName, LAST, namedRun } from "../../run/catalog/find-run.ts";
import { formatAge } from "../../text/format.ts";
import { Trouble } from "../trouble.ts";
import { STANDARD_INPUT } from "./standard-input.ts";
import { surroundings } from "./surroundings.ts";

/** Candidates that a message names. */
const NAMED = 10;

/**
 * The path behind what a user typed for FILE: a path (a file that is there always counts), `last`, the name of a run in
 * `.vcr/`, the beginning of a run's id, `-`. What is none of these comes back as it is: opening it says that there is no such file.
 * `toServe`: `last` passes over replays of other runs.
 * @throws Trouble when the word names no run or several
 */
export function runPath(word: string, how: { readonly toServe?: boolean } = {}): string {
  if (word === STANDARD_INPUT || existsSync(word)) return word;
  const around = surroundings();
  const named = word === LAST ? undefined : namedRun(word, around.cwd);
  if (named !== undefined) return named;
  if (!isRunName(word)) return word;
  const found = findRun(word, around, how);
  switch (found.type) {
    case "run":
      return found.file.path;
    case "ambiguous":
      throw new Trouble(`${word} is the beginning of ${found.files.length} runs' ids`, candidates(found.files));
    case "no-runs":
      throw new Trouble(`there is no run in ${shortPath(found.folder)} yet: ${LAST} is the newest one there`);
    case "unknown":
      return word;
  }
}

function candidates(files: readonly RunFile[]): string {
  const lines = files
    .slice(0, NAMED)
    .map(({ path, modified }) => `${shortPath(path)}  ${formatAge(modified, Date.now())}`);
  const more = files.length > NAMED ? [`and ${files.length - NAMED} more`] : [];
  return [...lines, ...more].join("\n     ");
}

/** The shorter of a path and the same from here. */
export function shortPath(path: string): string {
  const near = relative("", path);
  return near !== "" && near.length < path.length ? near : path;
}
