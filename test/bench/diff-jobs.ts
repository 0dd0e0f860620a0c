import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { bundledChild } from "./bundled-child.ts";
import type { Report, Row } from "./report.ts";
import { Samples } from "./samples.ts";

interface Measured {
  readonly ms: number;
  readonly longest: number;
  readonly identityMs?: number;
  readonly yardstick?: number | null;
  readonly rss: number;
}

const PAIRS = [
  { steps: 10_000, changes: [0, 1, 100, 10_000] },
  { steps: 100_000, changes: [0, 1, 100, 10_000] },
];

/** Two runs, two payloads: time, the longest a key would wait, memory; beside `diff` on one line a step. */
export async function diffRows(root: string, repeat: number): Promise<Report> {
  const report: Report = { rows: [], skipped: [] };
  const child = await bundledChild(root, "test/bench/diff-child.ts");
  try {
    for (const { steps, changes } of PAIRS)
      for (const count of changes) {
        const target = steps < 100_000 ? undefined : count > 100 ? "<= 5,000 ms" : "<= 500 ms";
        measure(
          child,
          { name: `${steps / 1000}k steps, ${count} changes`, args: ["run", String(steps), String(count)], target },
          repeat,
          report,
        );
      }
    for (const megabytes of [1, 20])
      measure(
        child,
        { name: `payloads of ${megabytes} MB`, args: ["payload", String(megabytes)], target: undefined },
        repeat,
        report,
      );
  } finally {
    rmSync(child);
  }
  return report;
}

interface DiffJob {
  readonly name: string;
  readonly args: readonly string[];
  readonly target: string | undefined;
}

function measure(child: string, { name, args, target }: DiffJob, repeat: number, { rows }: Report): void {
  const row = (job: string, unit: string, more: Partial<Row> = {}): Row => ({
    job: `${job}, ${name}`,
    unit,
    samples: new Samples(),
    ...more,
  });
  const yardstick = row("diff of lines", "ms");
  const time = row("compare", "ms", {
    ...(args[0] === "run" && { yardstick: yardstick.job }),
    ...(target !== undefined && { target }),
  });
  const identity = row("identities", "ms");
  const longest = row("longest slice", "ms", { target: "<= 50" });
  const memory = row("peak RSS", "MB", { target: "<= 500" });
  for (let round = 0; round < repeat; round += 1) {
    const measured = JSON.parse(execFileSync(process.execPath, [child, ...args], { encoding: "utf8" })) as Measured;
    time.samples.add(measured.ms);
    longest.samples.add(measured.longest);
    memory.samples.add(measured.rss / 1e6);
    if (measured.identityMs !== undefined) identity.samples.add(measured.identityMs);
    if (typeof measured.yardstick === "number") yardstick.samples.add(measured.yardstick);
  }
  rows.push(...[time, identity, longest, memory, yardstick].filter(({ samples }) => samples.values.length > 0));
}
