import type { Row, Run } from "./run-types.ts";

export interface NameCount {
  readonly name: string;
  readonly count: number;
}

/** Rows looked at: a run with more is sampled evenly, so that completion never keeps a key waiting. */
const MOST_ROWS = 20_000;
const MOST_NAMES = 1000;

const known = new WeakMap<
  Run,
  { readonly version: number; readonly names: ReadonlyMap<string, readonly NameCount[]> }
>();

/** Names that occur in the run, by the filter field that takes them, the most frequent first. */
export function distinctNames(run: Run): ReadonlyMap<string, readonly NameCount[]> {
  const before = known.get(run);
  if (before?.version === run.version) return before.names;
  const counts = new Map<string, Map<string, number>>();
  const step = Math.max(1, Math.ceil(run.length / MOST_ROWS));
  for (let i = 0; i < run.length; i += step) {
    for (const [field, name] of namesOf(run, run.row(i))) count(counts, field, name);
  }
  const names = new Map([...counts].map(([field, byName]) => [field, sorted(byName)]));
  known.set(run, { version: run.version, names });
  return names;
}

function namesOf(run: Run, row: Row): readonly (readonly [field: string, name: string | undefined])[] {
  const agent = row.agent ?? run.lanes[row.lane]?.name;
  return [
    ["model", row.kind === "llm" ? row.name : undefined],
    ["tool", row.kind === "tool" ? row.name : undefined],
    ["provider", row.provider],
    ["agent", agent],
    ["under", row.kind === "node" ? row.name : agent],
    ["status", row.httpStatus === undefined ? undefined : String(row.httpStatus)],
  ];
}

function count(counts: Map<string, Map<string, number>>, field: string, name: string | undefined): void {
  if (name === undefined) return;
  const byName = counts.get(field) ?? new Map<string, number>();
  counts.set(field, byName);
  if (byName.has(name) || byName.size < MOST_NAMES) byName.set(name, (byName.get(name) ?? 0) + 1);
}

function sorted(byName: ReadonlyMap<string, number>): readonly NameCount[] {
  return [...byName].map(([name, n]) => ({ name, count: n })).sort((a, b) => b.count - a.count);
}
