import { statSync } from "node:fs";
import { type OpenedFile, openFile } from "../run/open-file.ts";
import { Trouble } from "./trouble.ts";

/** Opens FILE for a command that takes one file. @throws Trouble for a folder; TraceFormatError and system errors as they are */
export async function openForCommand(path: string): Promise<OpenedFile> {
  if (statSync(path).isDirectory()) throw new Trouble(`${path} is a folder: name a file in it`);
  return openFile(path);
}

/** What a user should know of the file besides its events, on stderr: damage, torn ends, missing pieces. */
export function tellProblems(file: OpenedFile): void {
  for (const run of file.runs) {
    for (const { line, offset, expected } of run.damages)
      process.stderr.write(
        `vcr: ${file.path}: damaged at line ${line}, byte ${offset}: ${expected}; the events around it are shown\n`,
      );
    for (const warning of run.warnings) process.stderr.write(`vcr: ${file.path}: ${warning}\n`);
  }
}
