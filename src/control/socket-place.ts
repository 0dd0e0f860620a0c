import { lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// By its namespace: a system without users has no `getuid` to import.
import * as self from "node:process";

/** Where the sockets of runs in progress lie: a folder of the user alone, named pipes on Windows. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** Bytes of the path of a unix socket that every system takes (104 with the NUL on macOS and BSD, 108 on Linux). */
const PATH_LIMIT = 103;
/** Of the longest name in the folder: a process id, a number, ".sock". */
const NAME_ROOM = 20;
const PIPES = "\\\\.\\pipe\\";
const NAME = /^(\d{1,10})(?:-\d{1,4})?\.sock$/;
const PIPE_NAME = /^vcr-(\d{1,10})(?:-\d{1,4})?$/;

/** Folders that may hold sockets, the one for new ones first. */
export function socketFolders(environment: Environment): readonly string[] {
  if (self.platform === "win32") return [PIPES];
  const runtime = environment.XDG_RUNTIME_DIR;
  const own = runtime?.startsWith("/") && isFolder(runtime) ? [join(runtime, "vcr")] : [];
  const temporary = environment.TMPDIR?.startsWith("/") ? environment.TMPDIR : tmpdir();
  const folders = [...own, join(temporary, `vcr-${self.getuid?.() ?? 0}`)];
  return folders.filter((folder) => Buffer.byteLength(folder) + NAME_ROOM <= PATH_LIMIT);
}

/**
 * A path for a socket of the process `pid`; `number` tells several of one process apart, from 0.
 * @throws Error when the folder is not the user's alone, or cannot be made
 */
export function newSocketPath(environment: Environment, pid: number, number: number): string {
  const more = number === 0 ? "" : `-${number}`;
  if (self.platform === "win32") return `${PIPES}vcr-${pid}${more}`;
  const [folder] = socketFolders(environment);
  if (folder === undefined)
    throw new Error(
      `${environment.TMPDIR ?? tmpdir()}: the path is too long for a socket; set TMPDIR to a shorter one`,
    );
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) makeOwnFolder(folder);
  const problem = folderProblem(folder);
  if (problem !== undefined) throw new Error(problem);
  return join(folder, `${pid}${more}.sock`);
}

/** In a folder that is there: Node's recursive way never returns where a file system takes none, as /proc. */
function makeOwnFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another run of this user may have made it meanwhile.
    if (!isFolder(folder))
      throw new Error(`${folder}: no folder for sockets can be made there; set XDG_RUNTIME_DIR or TMPDIR to another`, {
        cause: error,
      });
  }
}

/** Sockets that are there, of runs in progress and of dead ones. Folders that others can enter are left alone. */
export function socketsIn(environment: Environment): readonly { readonly path: string; readonly pid: number }[] {
  return socketFolders(environment).flatMap((folder) => {
    if (folder !== PIPES && folderProblem(folder) !== undefined) return [];
    const pattern = folder === PIPES ? PIPE_NAME : NAME;
    return namesIn(folder).flatMap((name) => {
      const pid = pattern.exec(name)?.[1];
      return pid === undefined
        ? []
        : [{ path: folder === PIPES ? `${PIPES}${name}` : join(folder, name), pid: Number(pid) }];
    });
  });
}

/** Why a folder is not safe to keep sockets in, with what to do about it. */
function folderProblem(folder: string): string | undefined {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return `${folder}: there is no such folder`;
  if (!found.isDirectory()) return `${folder} is no folder: remove it`;
  if (found.uid !== (self.getuid?.() ?? found.uid)) return `${folder} belongs to another user: remove it`;
  if ((found.mode & 0o077) !== 0) return `others can enter ${folder}: chmod 700 ${folder}`;
  return undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
