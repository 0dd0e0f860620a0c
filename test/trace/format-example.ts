import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The worked example of FORMAT.md, section 10. */
export function formatExample(): string {
  const text = readFileSync(join(import.meta.dirname, "../../src/trace/FORMAT.md"), "utf8");
  return /```\n(\{"vcr":1,[\s\S]*?\n)```/.exec(text)?.[1] ?? "";
}
