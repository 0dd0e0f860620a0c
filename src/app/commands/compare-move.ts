import type { Row } from "../../run/run.ts";
import type { Command, CommandResult } from "../command.ts";
import { moveDetail, pageOfDetail, scrollDetail, toDetailEdge } from "../detail/move.ts";
import {
  type Comparing,
  diffListHeight,
  hasRow,
  isChange,
  isComparing,
  isMarked,
  jumpToEntry,
  moveLines,
  seekEntry,
  selectEntry,
} from "../diff/move.ts";
import { inPair } from "../diff/pair.ts";
import { nextHit } from "../narrowing/hits.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";
import { goToStep } from "./movement.ts";

const DIFF = ["diff"] as const;

const count = (n: number | undefined): number => Math.max(1, n ?? 1);

/** Commands of the comparison do nothing without one. */
export function comparing(run: (state: Comparing, count: number) => CommandResult): Command["run"] {
  return (state, args) => (isComparing(state) ? run(state, count(args.count)) : state);
}

export const notCompared = (state: State): string | undefined =>
  state.diff?.result ? undefined : "the runs are still being compared";

/** In the list by lines, in the pair by its own. */
function step(state: Comparing, by: number): State {
  return state.diff.focus === "list" ? moveLines(state, by) : inPair(state, (pair) => moveDetail(pair, by));
}

function page(state: Comparing, pages: number): State {
  const height = state.diff.focus === "list" ? diffListHeight(state) - 1 : pageOfDetail(state);
  return step(state, Math.round(height * pages) || Math.sign(pages));
}

function edge(state: Comparing, which: "top" | "bottom"): State {
  if (state.diff.focus === "detail") return inPair(state, (pair) => toDetailEdge(pair, which));
  const end = moveLines(state, which === "top" ? -1e9 : 1e9).diff.selected;
  return jumpToEntry(state, end);
}

/** `J` and `K` always move the other pane. */
function otherPane(state: Comparing, by: number): State {
  return state.diff.focus === "list" ? inPair(state, (pair) => scrollDetail(pair, by * 3)) : moveLines(state, by);
}

interface Wanted {
  readonly direction: 1 | -1;
  readonly what: string;
  test(state: Comparing): (entry: number) => boolean;
}

/** To the next row of a kind; an edge says so. */
function seeking({ direction, what, test }: Wanted): Command["run"] {
  return comparing((state, times) => {
    const found = seekEntry(state, { direction, count: times, test: test(state) });
    if (found >= 0) return jumpToEntry(state, found);
    return toast(state, `no ${what} ${direction > 0 ? "further on" : "before"}`, "warning");
  });
}

function change(direction: 1 | -1, groups: boolean): Command["run"] {
  return seeking({ direction, what: "difference", test: (state) => isChange(state, groups) });
}

function row(direction: 1 | -1, what: string, test: (row: Row) => boolean): Command["run"] {
  return seeking({ direction, what, test: (state) => hasRow(state, test) });
}

function mark(direction: 1 | -1): Command["run"] {
  const test = (state: Comparing) => (n: number) => {
    const entry = state.diff.result?.entries[n];
    return entry !== undefined && isMarked(state, entry);
  };
  return seeking({ direction, what: "mark", test });
}

/** `n` and `N` go through hits while something is searched for, else through differences. */
function hitOrChange(direction: 1 | -1): Command["run"] {
  return (state, args) => (state.diff?.search ? nextHit(state, direction) : change(direction, false)(state, args));
}

const isError = ({ status, kind }: Row): boolean => status === "error" || kind === "error";
const isTool = ({ kind }: Row): boolean => kind === "tool";
const isCall = ({ kind }: Row): boolean => kind === "llm";

function back(state: Comparing): CommandResult {
  const { jumps, selected } = state.diff;
  const target = jumps.back.at(-1);
  if (target === undefined) return toast(state, "no earlier place", "warning");
  const moved = selectEntry(state, target);
  const then = { back: jumps.back.slice(0, -1), forward: [...jumps.forward, selected] };
  return { ...moved, diff: { ...moved.diff, jumps: then } };
}

function forward(state: Comparing): CommandResult {
  const { jumps, selected } = state.diff;
  const target = jumps.forward.at(-1);
  if (target === undefined) return toast(state, "no later place", "warning");
  const moved = selectEntry(state, target);
  const then = { back: [...jumps.back, selected], forward: jumps.forward.slice(0, -1) };
  return { ...moved, diff: { ...moved.diff, jumps: then } };
}

type Entry = Pick<Command, "id" | "title" | "run"> & Partial<Pick<Command, "hint" | "hintRank" | "disabled">>;

function on(keys: string, entry: Entry): Command {
  return { contexts: DIFF, group: "Compare", keys: keys.split(", "), ...entry };
}

/** A jump that waits for the comparison. */
function jumpOn(keys: string, entry: Entry): Command {
  return on(keys, { disabled: notCompared, ...entry });
}

export const COMPARE_MOVE: readonly Command[] = [
  on("j, down, ctrl-n", { id: "diff.down", title: "Down", run: comparing((s, n) => step(s, n)) }),
  on("k, up", { id: "diff.up", title: "Up", run: comparing((s, n) => step(s, -n)) }),
  on("ctrl-f, pagedown", { id: "diff.page-down", title: "A page down", run: comparing((s, n) => page(s, n)) }),
  on("ctrl-b, pageup", { id: "diff.page-up", title: "A page up", run: comparing((s, n) => page(s, -n)) }),
  on("ctrl-d", { id: "diff.half-down", title: "Half a page down", run: comparing((s, n) => page(s, 0.5 * n)) }),
  on("ctrl-u", { id: "diff.half-up", title: "Half a page up", run: comparing((s, n) => page(s, -0.5 * n)) }),
  on("g, home", {
    id: "diff.top",
    title: "To the top",
    run: (s, a) => (!isComparing(s) ? s : a.count === undefined ? edge(s, "top") : goToStep(s, String(a.count))),
  }),
  on("G, end", {
    id: "diff.bottom",
    title: "To the end, or with a count to that step (42G)",
    run: (s, a) => (!isComparing(s) ? s : a.count === undefined ? edge(s, "bottom") : goToStep(s, String(a.count))),
  }),
  jumpOn("n", {
    id: "diff.next-change",
    title: "Next hit of a search, else next difference",
    hint: "next",
    hintRank: 1,
    run: hitOrChange(1),
  }),
  jumpOn("N", {
    id: "diff.previous-change",
    title: "Previous hit of a search, else previous difference",
    run: hitOrChange(-1),
  }),
  jumpOn("] c", { id: "diff.next-difference", title: "Next difference", run: change(1, false) }),
  jumpOn("[ c", { id: "diff.previous-difference", title: "Previous difference", run: change(-1, false) }),
  jumpOn("] d", { id: "diff.next-divergence", title: "Next place where the runs part", run: change(1, true) }),
  jumpOn("[ d", { id: "diff.previous-divergence", title: "Previous place where the runs part", run: change(-1, true) }),
  jumpOn("] e", { id: "diff.next-error", title: "Next error in either run", run: row(1, "error", isError) }),
  jumpOn("[ e", { id: "diff.previous-error", title: "Previous error in either run", run: row(-1, "error", isError) }),
  jumpOn("] t", { id: "diff.next-tool", title: "Next tool call", run: row(1, "tool call", isTool) }),
  jumpOn("[ t", { id: "diff.previous-tool", title: "Previous tool call", run: row(-1, "tool call", isTool) }),
  jumpOn("] m", { id: "diff.next-mark", title: "Next mark of the run in view", run: mark(1) }),
  jumpOn("[ m", { id: "diff.previous-mark", title: "Previous mark of the run in view", run: mark(-1) }),
  jumpOn("s, f10", { id: "diff.next-turn", title: "Next turn (model call)", run: row(1, "turn", isCall) }),
  jumpOn("S", { id: "diff.previous-turn", title: "Previous turn", run: row(-1, "turn", isCall) }),
  jumpOn("ctrl-o, ' '", { id: "diff.back", title: "Back to where the last jump began", run: comparing(back) }),
  jumpOn("alt-right", { id: "diff.forward", title: "Forward again after going back", run: comparing(forward) }),
  on("J, ctrl-e", {
    id: "diff.scroll-down",
    title: "The other pane down",
    hint: "scroll",
    hintRank: 3,
    run: comparing((s, n) => otherPane(s, n)),
  }),
  on("K, ctrl-y", { id: "diff.scroll-up", title: "The other pane up", run: comparing((s, n) => otherPane(s, -n)) }),
];
