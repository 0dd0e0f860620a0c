import { type Stats, statSync } from "node:fs";
import { Trouble } from "../trouble.ts";

/** Said before anything else is: a run is never written over unasked. `force` of a command that has --force. @throws Trouble */
export function refuseExisting(output: string | undefined, force?: boolean): void {
  if (output === undefined) return;
  if (output === "") throw new Trouble("-o: which file?");
  const there = statsOf(output);
  if (there?.isDirectory()) throw new Trouble(`${output}: a folder`, "name a file in it");
  if (force === true || there === undefined) return;
  throw new Trouble(
    `${output}: exists`,
    `choose another name${force === undefined ? "" : ", or --force to replace it"}`,
  );
}

/** Undefined too where the path leads through a file: that is said where the folder would be made. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
