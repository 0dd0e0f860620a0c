import { readFileSync } from "node:fs";

/** Providers that the hooks saw being reached past the gateway, and how often. */
export function bypassed(file: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  try {
    for (const line of readFileSync(file, "utf8").split("\n"))
      if (line !== "") counts.set(line, (counts.get(line) ?? 0) + 1);
  } catch {
    // Nobody wrote to it.
  }
  return counts;
}
