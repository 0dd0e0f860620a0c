import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Names that traces go by; what is inside is found out when one is opened. */
const TRACE = /\.(vcr|jsonl|json|ya?ml)(\.gz)?$/i;
const MOST = 200;

/** Trace files in the folder of a run, itself left out, newest first; empty when the folder cannot be read. */
export function siblingsOf(path: string): readonly string[] {
  const folder = dirname(path);
  try {
    const names = readdirSync(folder).filter(
      (name) => TRACE.test(name) && !/\.notes\.json$/.test(name) && name !== basename(path),
    );
    return names
      .flatMap((name) => {
        const file = join(folder, name);
        const stat = statSync(file, { throwIfNoEntry: false });
        // `.vcr`, where new runs go, has a run's name.
        return stat?.isFile() ? [{ file, at: stat.mtimeMs }] : [];
      })
      .toSorted((a, b) => b.at - a.at)
      .slice(0, MOST)
      .map(({ file }) => file);
  } catch {
    return [];
  }
}
