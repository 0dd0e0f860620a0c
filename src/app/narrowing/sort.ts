import type { Row, Run } from "../../run/run.ts";
import type { RowNumber } from "../../trace/row-sink.ts";

/** Order of the shown list; null is time. */
export interface Sort {
  readonly field: SortField;
  readonly descending: boolean;
}

export const SORT_FIELDS = ["step", "dur", "tok", "in", "out", "cost", "size", "name", "kind", "status"] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/** "dur desc": a field, and perhaps which way. Numbers begin with the largest, words with the first. */
export function parseSort(text: string): Sort | null | { readonly problem: string } {
  const [name = "", way = ""] = text.trim().split(/\s+/);
  if (name === "" || name === "none" || name === "time") return null;
  const field = SORT_FIELDS.find((each) => each === name);
  if (!field) return { problem: `sort takes ${SORT_FIELDS.join(", ")} or none, not "${name}"` };
  if (!["", "asc", "desc"].includes(way)) return { problem: `sort goes asc or desc, not "${way}"` };
  const words = field === "name" || field === "kind" || field === "status" || field === "step";
  return { field, descending: way === "" ? !words : way === "desc" };
}

/** Rows (or all of the run) in the order of a field; what is unknown stands last, equals in time. */
export function sortedRows(
  run: Run,
  rows: readonly RowNumber[] | null,
  { field, descending }: Sort,
): readonly RowNumber[] {
  const places = rows ? rows.map((row) => run.indexOfRow(row)) : Array.from({ length: run.length }, (_, i) => i);
  const keyed = places
    .map((i) => ({ i, row: run.row(i) }))
    .map(({ i, row }) => ({ i, number: row.row, key: keyOf(row, field) }));
  const way = descending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === b.key) return a.i - b.i;
    if (a.key === undefined) return 1;
    if (b.key === undefined) return -1;
    return a.key < b.key ? -way : way;
  });
  return keyed.map(({ number }) => number);
}

function keyOf(row: Row, field: SortField): number | string | undefined {
  switch (field) {
    case "step":
      return row.seq;
    case "dur":
      return row.durationMs;
    case "tok":
      return row.tokens?.in === undefined && row.tokens?.out === undefined
        ? undefined
        : (row.tokens.in ?? 0) + (row.tokens.out ?? 0);
    case "in":
      return row.tokens?.in;
    case "out":
      return row.tokens?.out;
    case "cost":
    case "size":
    case "name":
    case "kind":
    case "status":
      return row[field];
  }
}
