import { statSync } from "node:fs";
import { type OpenedFile, openFile } from "../../run/open-file.ts";
import { Trouble, tell } from "../trouble.ts";
import { runPath } from "./run-path.ts";
import { STANDARD_INPUT, standardInput } from "./standard-input.ts";

/**
 * Opens FILE for a command that takes one file: a path, `last`, the beginning of a run's id, `-` for standard input.
 * @throws Trouble for a folder, and for a word that names several runs; TraceFormatError and system errors as they are
 */
export async function openForCommand(word: string, how: { readonly toServe?: boolean } = {}): Promise<OpenedFile> {
  if (word === STANDARD_INPUT) return openFile(word, standardInput());
  const path = runPath(word, how);
  if (statSync(path).isDirectory())
    throw new Trouble(`${path} is a folder: name a file in it`, `vcr tui ${path} lists the runs in it`);
  return openFile(path);
}

/** What a user should know of the file besides its events, on stderr: damage, torn ends, missing pieces. */
export function tellProblems(file: OpenedFile): void {
  for (const run of file.runs) {
    for (const { line, offset, expected } of run.damages)
      tell(`${file.path}: damaged at line ${line}, byte ${offset}: ${expected}; the events around it are shown`);
    for (const warning of run.warnings) tell(`${file.path}: ${warning}`);
  }
}
