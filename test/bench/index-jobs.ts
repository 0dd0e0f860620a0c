import { execFileSync } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { bundledChild } from "./bundled-child.ts";
import { generated, type Shape } from "./generate.ts";
import type { Report, Row } from "./report.ts";
import { Samples } from "./samples.ts";
import { hasTool } from "./start-jobs.ts";

interface IndexJob {
  readonly shape: Shape;
  readonly megabytes: number;
}

interface Measured {
  readonly ms: number;
  readonly rows: number;
  /** Bytes that live on after reading. */
  readonly bytes: number;
  readonly rss: number;
  /** Milliseconds for an answer and its last message, event by event. */
  readonly looks: readonly number[];
}

/** A job that takes this long is not repeated. */
const ENOUGH_MS = 30_000;

const PYTHON = "import json,sys\nfor line in open(sys.argv[1],'rb'): json.loads(line)";

/** Reading whole files: speed, lines, memory; beside `wc -l`, `jq` and Python on the same files, in turns. */
export async function indexRows(root: string, sizes: readonly number[], repeat: number): Promise<Report> {
  const report: Report = { rows: [], skipped: [] };
  const child = await bundledChild(root, "test/bench/index-child.ts");
  for (const megabytes of sizes) {
    for (const shape of ["native", "expanded", "claude-code", "short"] as const) {
      if (shape === "short" && megabytes > 100) continue;
      measure(child, { shape, megabytes }, repeat, report);
    }
  }
  rmSync(child);
  return report;
}

function measure(child: string, { shape, megabytes }: IndexJob, repeat: number, { rows, skipped }: Report): void {
  const path = generated(shape, megabytes);
  const size = statSync(path).size;
  const lines = Number(execFileSync("wc", ["-l", path], { encoding: "utf8" }).trim().split(" ")[0]);
  const name = `${shape}, ${megabytes} MB`;
  const row = (job: string, unit: string, more: Partial<Row> = {}): Row => ({
    job: `${job}, ${name}`,
    unit,
    samples: new Samples(),
    ...more,
  });
  const wc = row("wc -l", "MB/s");
  const index = row("index", "MB/s", { yardstick: wc.job, ...(shape === "expanded" ? { target: ">= 2,000" } : {}) });
  const perLine = row("index", "lines/s", shape === "native" ? { target: ">= 1,000,000" } : {});
  const memory = row("memory of an event", "B", { target: "<= 110" });
  const peak = row("peak RSS", "MB", megabytes >= 1000 ? { target: "<= 150" } : {});
  const look = row("answer and last message of any event", "ms", { target: "<= 1, p95 <= 5" });
  const tools = yardsticks(path).map(({ tool, command }) => ({ command, row: row(tool, "MB/s") }));
  const start = performance.now();
  for (let round = 0; round < repeat && (round === 0 || performance.now() - start < ENOUGH_MS); round += 1) {
    wc.samples.add(size / 1e3 / timed(["wc", "-l", path]));
    const { ms, rows: count, bytes, rss, looks } = run(child, path);
    for (const each of looks) look.samples.add(each);
    index.samples.add(size / 1e3 / ms);
    perLine.samples.add((lines * 1000) / ms);
    memory.samples.add(bytes / count);
    peak.samples.add(rss / 1e6);
    // The slow ones say the same each time.
    if (round === 0 && megabytes <= 100)
      for (const tool of tools) tool.row.samples.add(size / 1e3 / timed(tool.command));
  }
  rows.push(
    index,
    perLine,
    look,
    memory,
    peak,
    wc,
    ...tools.map((tool) => tool.row).filter(({ samples }) => samples.values.length > 0),
  );
  for (const tool of ["jq", "python3"]) {
    if (!hasTool(tool) && !skipped.some(({ job }) => job === tool)) skipped.push({ job: tool, why: "not installed" });
  }
}

function yardsticks(path: string): { readonly tool: string; readonly command: readonly string[] }[] {
  const all = [
    { tool: "jq", command: ["jq", "-c", ".kind", path] },
    { tool: "python3", command: ["python3", "-c", PYTHON, path] },
  ];
  return all.filter(({ tool }) => hasTool(tool));
}

function run(child: string, path: string): Measured {
  const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
  return JSON.parse(
    execFileSync(process.execPath, ["--expose-gc", child, path], { encoding: "utf8", env }),
  ) as Measured;
}

function timed([file = "", ...args]: readonly string[]): number {
  const start = performance.now();
  execFileSync(file, args, { stdio: ["ignore", "ignore", "inherit"] });
  return performance.now() - start;
}
