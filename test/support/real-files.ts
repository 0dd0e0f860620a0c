import { expect, test } from "vitest";
import { corpusFile } from "./corpus.ts";
import { readFile } from "./read-trace.ts";
import type { ReportedRow } from "./reported-rows.ts";

/** Holds the readers against real files, by tables of what these hold. */

export type Counts = Readonly<Record<string, number>>;

export interface Expected {
  readonly file: string;
  readonly format: string;
  readonly kinds: Counts;
  readonly runs?: number;
  readonly models?: Counts;
  readonly tools?: Counts;
  /** Sums; a count that no event has is absent. */
  readonly tokens?: Counts;
  readonly errors?: number;
  readonly pending?: number;
  readonly warnings?: number;
}

function count(values: readonly (string | undefined)[]): Counts {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}

function sums(rows: readonly ReportedRow[]): Counts {
  const total: Record<string, number> = {};
  for (const { fields } of rows) {
    for (const [key, value] of Object.entries(fields.tokens ?? {})) total[key] = (total[key] ?? 0) + value;
  }
  return total;
}

/** A test for each file; none of the expected numbers may be our own output. */
export function testFiles(table: readonly Expected[]): void {
  test.each(table.map((each) => [each.file, each] as const))("%s", async (file, expected) => {
    const path = corpusFile(file);
    if (path === undefined) throw new Error("not in the corpus");
    const { format, sink, reader } = await readFile(path);
    const named = (kind: string): Counts =>
      count(sink.rows.filter(({ fields }) => fields.kind === kind).map(({ fields }) => fields.name));
    expect({
      format: format.id,
      runs: sink.headers.length,
      kinds: count(sink.rows.map(({ fields }) => fields.kind)),
      models: named("llm"),
      tools: named("tool"),
      tokens: sums(sink.rows),
      errors: sink.rows.filter(({ fields }) => fields.status === "error").length,
      pending: sink.rows.filter(({ fields }) => fields.status === "pending").length,
      damages: sink.damages.length,
      warnings: sink.warnings.length,
    }).toEqual({
      format: expected.format,
      runs: expected.runs ?? 1,
      kinds: expected.kinds,
      models: expected.models ?? {},
      tools: expected.tools ?? {},
      tokens: expected.tokens ?? {},
      errors: expected.errors ?? 0,
      pending: expected.pending ?? 0,
      damages: 0,
      warnings: expected.warnings ?? 0,
    });
    for (const row of sink.rows) {
      reader.body(row.row, row.segments).raw();
      reader.messages?.(row.row, row.segments)?.at(-1)?.read();
      reader.answer?.(row.row, row.segments);
    }
  });
}
