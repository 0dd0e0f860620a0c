import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claudeCodeLines } from "./claude-code-lines.ts";
import { expandedLines } from "./expanded-lines.ts";
import { nativeLines } from "./native-lines.ts";
import { shortLines } from "./short-lines.ts";

/** Runs as agents make them, the same bytes in every run of the bench: no clock, no random source. */
export const SHAPES = {
  native: { lines: nativeLines, extension: "vcr" },
  expanded: { lines: expandedLines, extension: "vcr" },
  "claude-code": { lines: claudeCodeLines, extension: "jsonl" },
  short: { lines: shortLines, extension: "vcr" },
} as const;
export type Shape = keyof typeof SHAPES;

/** Goes up when a shape changes, so that old files are not taken for new ones. */
const VERSION = 1;
const CHUNK = 4 * 1024 * 1024;

/** The file of a shape with at least `megabytes`, made when it is not there yet; kept for the next run. */
export function generated(shape: Shape, megabytes: number): string {
  const folder = join(tmpdir(), `vcr-bench-${VERSION}`);
  const { lines, extension } = SHAPES[shape];
  const path = join(folder, `${shape}-${megabytes}MB.${extension}`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const partial = `${path}.${process.pid}`;
  const file = openSync(partial, "w");
  let pending = "";
  let written = 0;
  for (const line of lines()) {
    pending += `${line}\n`;
    if (pending.length < CHUNK && written + pending.length < megabytes * 1e6) continue;
    written += writeSync(file, pending);
    pending = "";
    if (written >= megabytes * 1e6) break;
  }
  closeSync(file);
  renameSync(partial, path);
  return path;
}
