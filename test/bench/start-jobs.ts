import { execFileSync, spawnSync } from "node:child_process";
import { generated } from "./generate.ts";
import { type Installed, installed } from "./program.ts";
import { BenchTerminal, timeKey, timeTo } from "./pty-job.ts";
import type { Report, Row } from "./report.ts";
import { Samples } from "./samples.ts";

const NODE = "node -e 0";
const KEYS = 200;
/** A row of the list is on screen when its kind is. */
const FIRST_ROW = "llm";

interface StartJob {
  readonly job: string;
  readonly marker: string;
  readonly target?: string;
  readonly command: readonly string[];
  /** It ends by itself, and keeps its code cache only then. */
  readonly ends?: boolean;
}

/** From the start of a process to what a person waits for; all jobs take turns, so that a busy minute hits all of them. */
export async function startRows(root: string, sizes: readonly number[], repeat: number): Promise<Report> {
  const program = installed(root);
  if (program === undefined) return { rows: [], skipped: [{ job: "start of the program", why: "dist/ is not built" }] };
  const jobs = startJobs(program, sizes);
  const report: Report = { rows: [], skipped: [] };
  for (const { job, target } of jobs) report.rows.push(rowOf(job, target));
  // The first run of each command makes its code cache and fills the page cache.
  for (const job of jobs) {
    if (job.ends) untilExit(job.command);
    else await once(job);
  }
  for (let round = 0; round < repeat; round += 1) {
    for (const [index, job] of jobs.entries()) {
      const ms = await once(job);
      if (ms !== undefined) report.rows[index]?.samples.add(ms);
    }
  }
  await addKeys(program, sizes, report);
  program.remove();
  return report;
}

function startJobs(program: Installed, sizes: readonly number[]): StartJob[] {
  const file = (megabytes: number): string => generated("native", megabytes);
  const [smallest = 1] = sizes;
  const uncached = ["env", "XDG_CACHE_HOME=/dev/null/none", ...program.command("tui", file(smallest))];
  return [
    { job: NODE, marker: "", command: [process.execPath, "-e", "0"] },
    { job: "vcr --help", marker: "Examples", target: "<= 2x", command: program.command("--help"), ends: true },
    {
      job: "vcr show: first line",
      marker: FIRST_ROW,
      target: "<= 2x",
      command: program.command("show", file(smallest)),
      ends: true,
    },
    ...sizes.map((size) => ({
      job: `first frame, ${size} MB`,
      marker: FIRST_ROW,
      target: "<= 3.5x, goal 2x",
      command: program.command("tui", file(size)),
    })),
    { job: "first frame, no code cache", marker: FIRST_ROW, target: "<= 5x", command: uncached },
  ];
}

function rowOf(job: string, target: string | undefined): Row {
  return {
    job,
    unit: "ms",
    samples: new Samples(),
    ...(job === NODE ? {} : { yardstick: NODE }),
    ...(target ? { target } : {}),
  };
}

async function once({ marker, command }: StartJob): Promise<number | undefined> {
  if (marker === "") return untilExit(command);
  const { ms, terminal } = await timeTo(marker, command);
  await terminal.stop();
  return ms;
}

/** Node's own start, to its end: a pseudo-terminal would say so late. */
function untilExit([file = "", ...args]: readonly string[]): number {
  const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
  const start = performance.now();
  spawnSync(file, args, { stdio: "ignore", env });
  return performance.now() - start;
}

async function addKeys(program: Installed, sizes: readonly number[], report: Report): Promise<void> {
  for (const size of sizes) {
    const samples = new Samples();
    for (const { ms } of await pressed(program.command("tui", generated("native", size)), { cols: 200, rows: 60 }))
      samples.add(ms);
    const row = { job: `key to frame at 200x60, ${size} MB`, unit: "ms", samples, target: "p95 <= 8" };
    if (samples.values.length > 0) report.rows.push(row);
    else report.skipped.push({ job: row.job, why: "no frame after a key" });
  }
  const bytes = new Samples();
  const [smallest = 1] = sizes;
  for (const frame of await pressed(program.command("tui", generated("native", smallest)), { cols: 140, rows: 40 }))
    bytes.add(frame.bytes);
  const row = { job: "bytes of a cursor key at 140x40, detail included", unit: "B", samples: bytes };
  if (bytes.values.length > 0) report.rows.push(row);
}

/** `j` until it has been pressed often enough, each time after the frame of the one before. */
async function pressed(
  command: readonly string[],
  size: { cols: number; rows: number },
): Promise<{ ms: number; bytes: number }[]> {
  const terminal = new BenchTerminal(command, size);
  const frames: { ms: number; bytes: number }[] = [];
  if (await terminal.until(() => terminal.output.includes(FIRST_ROW))) {
    await terminal.quiet();
    for (let count = 0; count < KEYS; count += 1) {
      const frame = await timeKey(terminal, "j");
      if (frame === undefined) break;
      frames.push(frame);
    }
  }
  await terminal.stop();
  return frames;
}

/** Whether a tool that serves as a yardstick is there. */
export function hasTool(name: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v ${name}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
