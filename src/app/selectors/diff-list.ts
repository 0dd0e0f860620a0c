import type { DiffEntry, RunDiff } from "../../diff/run-diff.ts";
import { countsLine, divergenceLine, retriesText } from "../../diff/summary.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { DiffState } from "../diff/diff-state.ts";
import { type Comparing, diffListHeight, diffTop, isMarked } from "../diff/move.ts";
import { lineOfEntry, type ShownEntry, shownEntries } from "../diff/shown-entries.ts";
import { filterSegment, pendingSegment, type Segment, searchSegment } from "./status.ts";

/** One line of the aligned list. */
export interface DiffLine {
  readonly op: DiffEntry["op"] | "gap";
  readonly a: string;
  readonly b: string;
  readonly kind: string;
  readonly name: string;
  readonly what: string;
  readonly selected: boolean;
  readonly first: boolean;
  readonly marked: boolean;
}

export interface DiffWindow {
  readonly lines: readonly DiffLine[];
  /** Cells of a column of step names. */
  readonly names: number;
}

export function diffWindow(state: Comparing): DiffWindow {
  const { result } = state.diff;
  if (!result) return { lines: [], names: 2 };
  const shown = shownEntries(state.diff);
  const top = diffTop(state);
  const cursor = lineOfEntry(shown, state.diff.selected);
  const names = String(Math.max(result.a.steps, result.b.steps)).length + 1;
  const lines = shown
    .slice(top, top + diffListHeight(state))
    .map((line, n) => ({ ...lineFor(state, result, line), selected: top + n === cursor }));
  return { lines, names };
}

function lineFor(state: Comparing, result: RunDiff, line: ShownEntry): Omit<DiffLine, "selected"> {
  if (line.type === "gap") {
    const range = (side: "a" | "b"): string => {
      const run = result[side];
      const place = result.entries[line.from]![side];
      return place < 0 ? "" : run.row(place).step;
    };
    return {
      op: "gap",
      a: range("a"),
      b: range("b"),
      kind: "",
      name: "",
      what: `${line.count} equal`,
      first: false,
      marked: false,
    };
  }
  const entry = result.entries[line.entry]!;
  const own = entry.a >= 0 ? { run: result.a, i: entry.a } : { run: result.b, i: entry.b };
  const row = own.run.row(own.i);
  return {
    op: entry.op,
    a: entry.a < 0 ? "" : result.a.row(entry.a).step,
    b: entry.b < 0 ? "" : result.b.row(entry.b).step,
    kind: row.kind,
    name: sanitise(row.name ?? ""),
    what: sanitise(own.run.what(own.i)),
    first: line.entry === result.firstDivergence,
    marked: isMarked(state, entry),
  };
}

/** The two lines that say what the comparison comes to. */
export function bannerOf({ diff }: Comparing): readonly { readonly text: string; readonly token: string }[] {
  const { result } = diff;
  if (!result) return [{ text: `${progressText(diff)}, Esc gives up`, token: "warning" }];
  if (result.unrelated) {
    const share = Math.round(result.unrelated.share * 100);
    return [
      { text: "these runs have nothing to do with each other", token: "warning" },
      { text: `${share}% of the steps have a counterpart`, token: "text.dim" },
    ];
  }
  const where = divergenceLine(result);
  if (where === undefined)
    return [
      { text: "the runs do not differ", token: "status.ok" },
      { text: `${countsLine(result.counts)}${retriesText(result)}`, token: "text.dim" },
    ];
  return [
    { text: sanitise(where), token: "title" },
    { text: sanitise(result.cause), token: "text" },
  ];
}

function progressText({ a, b, progress }: DiffState): string {
  const unread = (
    [
      ["A", a.progress],
      ["B", b.progress],
    ] as const
  ).find(([, read]) => !read.complete && read.size > 0);
  if (!unread || progress > 0) return `comparing ${Math.floor(progress * 100)}%`;
  const [side, { bytes, size }] = unread;
  return `reading ${side} ${Math.min(99, Math.floor((100 * bytes) / size))}%`;
}

export function diffStatus(state: Comparing): readonly Segment[] {
  const { diff } = state;
  const segments: Segment[] = [];
  const add = (text: string, priority: number, token = "bar") => segments.push({ text, priority, token });
  if (diff.result) {
    add(`row ${diff.selected + 1} of ${diff.result.entries.length}`, 10);
    add(`${countsLine(diff.result.counts)}${retriesText(diff.result)}`, 7);
  }
  const filter = filterSegment(state);
  if (diff.filter.text !== "") segments.push(filter);
  for (const each of [searchSegment(state), pendingSegment(state)]) if (each.text !== "") segments.push(each);
  add(diff.mode === "side" ? "side by side" : diff.mode, 6, "text.dim");
  if (diff.context !== null) add(`${diff.context} equal around`, 5);
  if (diff.ignoreNoise) add("noise ignored", 7, "warning");
  return segments;
}
