import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { makeFolder } from "../trace/make-folder.ts";

/** Where new runs go and what they are called. */

const RUN_FOLDER = ".vcr";

export interface NewRun {
  readonly id: string;
  readonly path: string;
  /** The path is in the run folder, which must not get into the user's repository. */
  readonly inFolder: boolean;
}

export interface RunFileOptions {
  readonly cwd: string;
  /** Path as given with `-o`. */
  readonly output?: string | undefined;
  readonly name?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Of a run. */
export function newId(): string {
  return randomBytes(16).toString("hex");
}

export function newRun({ cwd, output, name, now }: RunFileOptions): NewRun {
  const id = newId();
  if (output !== undefined) return { id, path: resolve(cwd, output), inFolder: false };
  const file =
    name === undefined ? `${stamp(now)}-${id.slice(0, 8)}.vcr` : name.endsWith(".vcr") ? name : `${name}.vcr`;
  return { id, path: join(cwd, RUN_FOLDER, file), inFolder: true };
}

/** A name is one of a file: no folders, nothing hidden; letters of any script, not more bytes than a file's name has. */
export function isRunName(name: string): boolean {
  return /^[\p{L}\p{N}_-][\p{L}\p{M}\p{N}_. -]*$/u.test(name) && Buffer.byteLength(name) <= 150;
}

/** Local time, `20261129-101500`. */
function stamp(now: number): string {
  const date = new Date(now);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}

/** Keeps the run folder out of the user's commits without touching a file that is committed. Does nothing outside a repository. */
export function excludeFromGit(cwd: string): void {
  try {
    const git = gitFolder(cwd);
    if (git === undefined) return;
    const file = join(git, "info", "exclude");
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (text.split(/\r?\n/).some((line) => line.trim() === `${RUN_FOLDER}/`)) return;
    makeFolder(dirname(file), 0o777);
    appendFileSync(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}${RUN_FOLDER}/\n`);
  } catch {
    // A repository that cannot be written to is the user's business.
  }
}

/** The folder that holds `info/exclude`; a work tree names it in a file, and shares that of its repository. */
function gitFolder(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const git = join(folder, ".git");
    if (existsSync(git)) return statSync(git).isDirectory() ? git : sharedFolder(git);
    if (dirname(folder) === folder) return undefined;
  }
}

function sharedFolder(file: string): string | undefined {
  const named = /^gitdir: (.+)$/m.exec(readFileSync(file, "utf8"))?.[1]?.trim();
  if (named === undefined) return undefined;
  const own = isAbsolute(named) ? named : resolve(dirname(file), named);
  const common = join(own, "commondir");
  return existsSync(common) ? resolve(own, readFileSync(common, "utf8").trim()) : own;
}
