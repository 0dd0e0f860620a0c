import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { isGzip } from "../../trace/source/gzip-header.ts";
import { MemorySource } from "../../trace/source/memory-source.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import { Trouble } from "../trouble.ts";

/** What a command takes in place of a file's name for its standard input. */
export const STANDARD_INPUT = "-";

/**
 * Standard input as a source that grows as bytes come in, unpacked where it is a gzip. Keys then come from the terminal.
 * @throws Trouble when it is the terminal itself
 */
export function standardInput(): ByteSource {
  if (process.stdin.isTTY)
    throw new Trouble(
      "- reads a run from standard input, and that is the terminal",
      "pipe one in: cat run.vcr | vcr -",
    );
  const source = new MemorySource(STANDARD_INPUT);
  process.stdin.once("readable", () => {
    const first: unknown = process.stdin.read();
    if (!Buffer.isBuffer(first)) return source.end();
    process.stdin.unshift(first);
    feed(source, isGzip(first) ? process.stdin.pipe(createGunzip()) : process.stdin);
  });
  process.stdin.on("error", (error) => source.end(error.message));
  return source;
}

/** Resolves when all of it is there. */
export function readToEnd(source: ByteSource): Promise<void> {
  if (source.complete) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = source.onChange(() => {
      if (!source.complete) return;
      stop();
      resolve();
    });
  });
}

function feed(source: MemorySource, input: Readable): void {
  input.on("data", (bytes: Buffer) => source.push(bytes));
  input.on("end", () => source.end());
  input.on("error", (error) => source.end(error.message));
}
