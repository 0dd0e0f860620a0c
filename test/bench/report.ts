import type { Samples } from "./samples.ts";

/** One line of the table. */
export interface Row {
  readonly job: string;
  readonly unit: string;
  readonly samples: Samples;
  /** What the ratio is taken against: the job of another row. */
  readonly yardstick?: string;
  /** In words, as the performance document states it. */
  readonly target?: string;
}

interface Skipped {
  readonly job: string;
  readonly why: string;
}

export interface Report {
  readonly rows: Row[];
  readonly skipped: Skipped[];
}

export function tableOf({ rows, skipped }: Report): string {
  const lines = [["job", "median", "p95", "unit", "ratio", "target"], ...rows.map((row) => cells(row, rows))];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const text = lines.map((line) =>
    line
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join("  ")
      .trimEnd(),
  );
  return [...text, ...skipped.map(({ job, why }) => `skipped: ${job}: ${why}`), ""].join("\n");
}

export function jsonOf({ rows, skipped }: Report): object {
  return {
    node: process.version,
    rows: rows.map((row) => {
      const { job, unit, yardstick, target, samples } = row;
      const { median, values } = samples;
      return { job, unit, median, p95: worst(row), runs: values.length, yardstick, ratio: ratio(row, rows), target };
    }),
    skipped,
  };
}

function cells(row: Row, rows: readonly Row[]): string[] {
  const { job, unit, samples, yardstick, target = "" } = row;
  const against = ratio(row, rows);
  return [
    job,
    figure(samples.median),
    figure(worst(row)),
    unit,
    against ? `${against.toFixed(2)}x ${yardstick}` : "",
    target,
  ];
}

function ratio(row: Row, rows: readonly Row[]): number | undefined {
  const yardstick = rows.find(({ job }) => job === row.yardstick);
  return yardstick && row.samples.median / yardstick.samples.median;
}

/** The slow end, whichever way the unit counts. */
function worst({ unit, samples }: Row): number {
  return unit.endsWith("/s") ? samples.p5 : samples.p95;
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 || column > 2 ? cell.padEnd(width) : cell.padStart(width);
}
