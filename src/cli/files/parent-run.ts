import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { openFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";
import { Trouble } from "../trouble.ts";

/** Where new runs are kept. */
const FOLDER = ".vcr";

/**
 * The run that `run` was forked or replayed from, by its header: the file it names, beside it too, or any run with its
 * id in the same folder or in `.vcr/`. @throws Trouble when the header names none or it is not there
 */
export async function parentPathOf(run: Run): Promise<string> {
  const { parent } = run.header;
  if (!parent || (parent.file === undefined && parent.id === undefined))
    throw new Trouble(`${run.path} names no parent: which run shall it be compared with?`, "vcr diff A B compares two");
  const folder = dirname(run.path);
  for (const path of parent.file === undefined ? [] : places(parent.file, folder)) if (existsSync(path)) return path;
  const path =
    parent.id === undefined ? undefined : await withId(parent.id, run.path, [folder, FOLDER, join(folder, FOLDER)]);
  if (path !== undefined) return path;
  throw new Trouble(
    `the parent of ${run.path} (${parent.file ?? parent.id}) is neither beside it nor in ${FOLDER}/`,
    "vcr diff PARENT FORK compares them wherever they are",
  );
}

/** The same, opened. */
export async function parentOf(run: Run, open: (path: string) => Promise<Run>): Promise<Run> {
  return open(await parentPathOf(run));
}

function places(file: string, folder: string): readonly string[] {
  return [isAbsolute(file) ? file : join(folder, file), join(folder, basename(file)), file];
}

async function withId(id: string, own: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of new Set(folders)) {
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      if (/\.vcr(?:\.gz)?$/.test(name) && path !== own && (await idOf(path)) === id) return path;
    }
  }
  return undefined;
}

/** Undefined for a file that is no run. */
async function idOf(path: string): Promise<string | undefined> {
  try {
    const file = await openFile(path);
    const id = file.runs[0]?.header.id;
    file.close();
    return id;
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
