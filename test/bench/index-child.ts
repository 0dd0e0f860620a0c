import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import type { Run } from "../../src/run/run.ts";
import { Dice } from "./words.ts";

const LOOKS = 300;

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
const rows = run?.length ?? 0;
const memory = { bytes: used() - before, rss: process.resourceUsage().maxRSS * 1024 };
const result = { ms, rows, ...memory, looks: run === undefined ? [] : looks(run) };
process.stdout.write(`${JSON.stringify(result)}\n`);
file.close();

/** Milliseconds for what the detail of an event asks first, for events all over the run. */
function looks(run: Run): number[] {
  const dice = new Dice(5);
  return Array.from({ length: LOOKS }, () => {
    const i = dice.roll(run.length);
    const start = performance.now();
    void run.exchange(i).answer;
    run.messages(i).at(-1)?.read();
    return performance.now() - start;
  });
}

/** Bytes that live on: objects and typed arrays. */
function used(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
