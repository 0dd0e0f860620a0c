import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "./temp-folder.ts";

const SAMPLES = join(import.meta.dirname, "../../sample-traces");

export function sample(name: string): string {
  return join(SAMPLES, name);
}

/** A copy of a sample that a test may cut, grow and replace. */
export function copyOf(name: string): string {
  const path = join(tempFolder(), name);
  copyFileSync(sample(name), path);
  return path;
}
