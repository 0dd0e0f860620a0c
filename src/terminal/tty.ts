/** The terminal as a device: where keys come from, where frames go, its size. */
import { closeSync, openSync, writeSync } from "node:fs";
import { ReadStream } from "node:tty";
import type { Size } from "../cells/line.ts";

const OUTPUT = 1;
/** Milliseconds between two tries to write to a terminal that does not take more. */
const RETRY = 5;

export interface Keyboard {
  readonly stream: ReadStream;
  /** For a child that gets the terminal. */
  readonly fd: number;
  close(): void;
}

/** Standard input, or the terminal of the process when standard input is something else; null when there is none. */
export function openKeyboard(): Keyboard | null {
  if (process.stdin.isTTY) {
    return { stream: process.stdin, fd: 0, close: () => process.stdin.pause().unref() };
  }
  try {
    const fd = openSync("/dev/tty", "r+");
    const stream = new ReadStream(fd);
    return { stream, fd, close: () => stream.destroy() };
  } catch {
    return null;
  }
}

/** Whether a full-screen program can run at all. */
export function hasTerminal(): boolean {
  if (!process.stdout.isTTY) return false;
  if (process.stdin.isTTY) return true;
  try {
    closeSync(openSync("/dev/tty", "r+"));
    return true;
  } catch {
    return false;
  }
}

export function terminalSize(): Size {
  return { columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 };
}

/**
 * Writes all of `bytes` before it returns, also to a slow terminal; with `patience` (milliseconds) it gives up at last.
 * False: the terminal is gone or was given up.
 */
export function writeTerminal(bytes: string, patience = Number.POSITIVE_INFINITY): boolean {
  const data = Buffer.from(bytes, "utf8");
  const end = Date.now() + patience;
  let written = 0;
  while (written < data.length) {
    try {
      written += writeSync(OUTPUT, data, written);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      if ((code !== "EAGAIN" && code !== "EINTR") || Date.now() > end) return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY);
    }
  }
  return true;
}
