import type { Subject } from "../subject.ts";
import type { Field, Words } from "./field.ts";

/** From here on an event counts as slow, in milliseconds. */
export const SLOW_MS = 10_000;

const STATES: Words = {
  marked: "has a mark",
  noted: "has a note",
  bp: "has a breakpoint",
  fork: "is where this run left its parent",
  live: "came from a live call, not from a recording",
  slow: "took 10 seconds or more",
  retried: "repeats a failed call",
  loose: "was served by something weaker than an equal request",
  diverged: "had no recorded answer in a replay",
};

const DIFFS: Words = {
  equal: "the same in both runs",
  changed: "there in both, but different",
  added: "only in the other run",
  removed: "only in this run",
  moved: "at another place in the other run",
};

const PHASES: Words = { request: "before the call goes out", response: "when its answer is there" };

export const STATE_FIELDS: readonly Field[] = [
  {
    name: "is",
    group: "state",
    help: "a state of the step",
    example: "is:marked",
    cost: "column",
    kind: "state",
    words: STATES,
    holds: stateOf,
  },
  {
    name: "diff",
    group: "state",
    help: "its place in the comparison with another run",
    example: "diff:changed",
    cost: "column",
    kind: "state",
    words: DIFFS,
    holds: ({ context, row }, word) => (context.diff ? context.diff(row.step) === word : undefined),
  },
  {
    name: "phase",
    group: "state",
    help: "which half of a call a breakpoint stops at",
    example: "phase:request",
    cost: "column",
    kind: "state",
    words: PHASES,
    holds: ({ context }, word) => (context.phase === undefined ? undefined : context.phase === word),
  },
];

export const TREE_FIELDS: readonly Field[] = [
  {
    name: "agent",
    group: "tree",
    help: "name of the agent",
    example: "agent:planner",
    cost: "column",
    kind: "text",
    read: (subject) => subject.agent,
  },
  {
    name: "under",
    group: "tree",
    help: "everything below a span, tool or agent of that name",
    example: "under:planner",
    cost: "column",
    kind: "texts",
    readAll: ancestors,
  },
];

function stateOf({ row, run, context }: Subject, word: string): boolean | undefined {
  switch (word) {
    case "live":
      return row.origin === "live";
    case "slow":
      return row.durationMs !== undefined && row.durationMs >= SLOW_MS;
    case "retried":
      return row.retryOf !== undefined;
    case "loose":
      return run.header.parent === undefined ? undefined : row.match === "loose";
    case "diverged":
      return run.header.parent === undefined ? undefined : row.match === "missed";
    case "marked":
    case "noted":
    case "bp":
    case "fork":
      return context[word]?.(row.step);
    default:
      return undefined;
  }
}

/** Names of the rows above this one, and of the agents above its own. A file may hold a circle: each row counts once. */
function ancestors({ run, row }: Subject): readonly string[] {
  const names: string[] = [];
  const seen = new Set<number>();
  for (let at = row.parent; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const i = run.indexOfRow(at);
    const above = i < 0 ? undefined : run.row(i);
    if (above?.name !== undefined) names.push(above.name);
    at = above?.parent;
  }
  const lanes = new Set<number>();
  for (let at = run.lanes[row.lane]?.parent; at !== undefined && !lanes.has(at); at = run.lanes[at]?.parent) {
    lanes.add(at);
    const name = run.lanes[at]?.name;
    if (name !== undefined) names.push(name);
  }
  return names;
}
