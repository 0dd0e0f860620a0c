import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { VcrError } from "../errors.ts";
import { isGzip } from "./gzip-header.ts";
import { GzipSource } from "./gzip-source.ts";
import { PlainSource } from "./plain-source.ts";
import type { ByteSource } from "./source.ts";

/**
 * Opens any file for reading as one address space.
 * @throws VcrError with code "unreadable" when there is no such file, it may not be read, or it is no regular file.
 */
export function openSource(path: string): ByteSource {
  const fd = openFor(path);
  if (fstatSync(fd).isFile()) return beginsGzip(fd) ? new GzipSource(path, fd) : new PlainSource(path, fd);
  const what = fstatSync(fd).isDirectory() ? "a folder" : "not a regular file";
  closeSync(fd);
  throw new VcrError(`${path}: ${what}`, { code: "unreadable", hint: "name a trace file, or pipe it in and name -" });
}

function beginsGzip(fd: number): boolean {
  const magic = Buffer.alloc(3);
  return readSync(fd, magic, 0, magic.length, 0) === magic.length && isGzip(magic);
}

function openFor(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw new VcrError(`${path}: ${reason(error)}`, { code: "unreadable", cause: error });
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return "no such file";
  if (code === "EACCES" || code === "EPERM") return "not allowed to read it";
  return error instanceof Error ? error.message : String(error);
}
