import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/** Real trace files that are not part of the repository: tests that need them skip where they are absent. */
export function corpusFolder(): string | undefined {
  const folder = resolve(process.env.VCR_CORPUS ?? join(import.meta.dirname, "../../../shared/corpus"));
  return existsSync(folder) ? folder : undefined;
}

/** Path of one corpus file, undefined where the corpus or the file is absent. */
export function corpusFile(relative: string): string | undefined {
  const folder = corpusFolder();
  const path = folder === undefined ? undefined : join(folder, relative);
  return path !== undefined && existsSync(path) ? path : undefined;
}
