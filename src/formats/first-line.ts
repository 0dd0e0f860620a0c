import { closeSync, openSync, readSync } from "node:fs";

/** The first line of a file, or so much of it as stands in the first `most` bytes; empty for a file that cannot be read. */
export function firstLine(path: string, most: number): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(most);
      const head = bytes.toString("utf8", 0, readSync(file, bytes, 0, most, 0));
      return head.split("\n", 1)[0] ?? "";
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
