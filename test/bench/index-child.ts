import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";

/** Reads one file to its end in a process of its own, so that its memory is its own. Prints one JSON line. */
const path = process.argv[2] ?? "";
globalThis.gc?.();
const before = used();
const start = performance.now();
const file = await openFile(path);
await readAll(file);
const ms = performance.now() - start;
globalThis.gc?.();
const [run] = file.runs;
const result = { ms, rows: run?.length ?? 0, bytes: used() - before, rss: process.resourceUsage().maxRSS * 1024 };
process.stdout.write(`${JSON.stringify(result)}\n`);
file.close();

/** Bytes that live on: objects and typed arrays. */
function used(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
