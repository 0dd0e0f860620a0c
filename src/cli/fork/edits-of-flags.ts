import { readFileSync } from "node:fs";
import { dropOfArgument, type EditSpec, editOfArgument, editsOfFile } from "../../fork/plan/edit-spec.ts";
import type { EditFlags } from "./edit-flags.ts";

/** @throws VcrError "edit" for what is none, a system error for a file that cannot be read */
export function editsOfFlags({ edit, drop, editFile }: EditFlags): readonly EditSpec[] {
  const inFile = editFile === undefined ? [] : editsOfFile(readFileSync(editFile, "utf8"), editFile);
  return [...inFile, ...edit.map(editOfArgument), ...drop.map(dropOfArgument)];
}
