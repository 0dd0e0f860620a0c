import type { Run } from "../../run/run.ts";
import { type Command, type CommandResult, PANES } from "../command.ts";
import { DIFF_MODES, type DiffMode, type DiffSide } from "../diff/diff-state.ts";
import { type Comparing, isComparing, jumpToEntry } from "../diff/move.ts";
import { liveOf } from "../live/live-state.ts";
import { openIn } from "../open-in.ts";
import { jump } from "../select.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";
import { openChoices } from "./choices.ts";
import { comparing, notCompared } from "./compare-move.ts";

const DIFF = ["diff"] as const;

/** From the run itself: back to the comparison; with none to its fork point or first miss, its parent, or a choice. */
function firstDivergence(state: State): CommandResult {
  if (!isComparing(state)) return withoutComparison(state);
  const shown = { ...state, screens: diffOnTop(state) };
  const first = shown.diff.result?.firstDivergence ?? -1;
  if (first >= 0) return jumpToEntry(shown, first);
  const why =
    shown.diff.result === null
      ? "still comparing"
      : shown.diff.result.unrelated
        ? "these runs have nothing to do with each other"
        : "the runs do not differ";
  return toast(shown, why);
}

function withoutComparison(state: State): CommandResult {
  const { parent } = state.run.header;
  // What has just run live is compared at once: the comparison opens where the two part.
  if (parent && liveOf(state)?.from !== undefined) return { state, effects: [{ type: "compare-parent" }] };
  const at = parent?.at === undefined ? firstMiss(state.run) : state.run.indexOf(String(parent.at));
  if (at >= 0 && state.run.row(at).step !== state.list.step) {
    const here = parent?.at === undefined ? "had no recording" : "left its parent";
    return toast(jump(state, at), `here this run ${here}: D again compares them`);
  }
  return parent ? { state, effects: [{ type: "compare-parent" }] } : openChoices(state, "compare");
}

/** The first call of a replay that had no recording; -1: none. */
function firstMiss(run: Run): number {
  if (run.header.parent === undefined) return -1;
  for (let i = 0; i < run.length; i++) if (run.row(i).match === "missed") return i;
  return -1;
}

/** The screens with the comparison in view: back to it where it lies below. */
function diffOnTop({ screens }: State): State["screens"] {
  const at = screens.lastIndexOf("diff");
  return at < 0 ? [...screens, "diff"] : screens.slice(0, at + 1);
}

/** The step of the selected row in one of the runs, with all that the screen of a run can do; `q` comes back. */
function openStep(state: Comparing, side: DiffSide): CommandResult {
  const { result, selected } = state.diff;
  const entry = result?.entries[selected];
  if (!result || !entry) return state;
  if (entry[side] < 0) return toast(state, `this step is not in ${side.toUpperCase()}`, "warning");
  return openIn(state, result[side], result[side].row(entry[side]).step);
}

/** A if it has the step, else B. */
function openOwn(state: Comparing): CommandResult {
  const entry = state.diff.result?.entries[state.diff.selected];
  return openStep(state, entry && entry.a < 0 ? "b" : "a");
}

function setMode(state: Comparing, mode: DiffMode): State {
  return { ...state, diff: { ...state.diff, mode, detail: { ...state.diff.detail, cursor: undefined, top: 0 } } };
}

function cycleMode(state: Comparing): CommandResult {
  const mode = DIFF_MODES[(DIFF_MODES.indexOf(state.diff.mode) + 1) % DIFF_MODES.length]!;
  return toast(setMode(state, mode), `differences ${mode === "side" ? "side by side" : mode}`);
}

function setContext(state: Comparing, context: number | null): State {
  return { ...state, diff: { ...state.diff, context } };
}

function hideEqual(state: Comparing): CommandResult {
  const context = state.diff.context === null ? 1 : null;
  return toast(setContext(state, context), context === null ? "all steps shown" : "equal steps folded away");
}

function toggleNoise(state: Comparing): CommandResult {
  const ignoreNoise = !state.diff.ignoreNoise;
  const told = toast(
    { ...state, diff: { ...state.diff, ignoreNoise, result: null, progress: 0 } },
    ignoreNoise ? "times, ids and paths do not count" : "everything counts",
  );
  return { state: told.state, effects: [...told.effects, { type: "compare-again", ignoreNoise }] };
}

export const COMPARE: readonly Command[] = [
  {
    id: "compare",
    keys: ["d"],
    contexts: PANES,
    title: "Compare with another run, call or mark",
    hint: "diff",
    hintRank: 45,
    group: "Compare",
    run: (s) => openChoices(s, "compare"),
  },
  {
    id: "compare.with",
    keys: [],
    contexts: PANES,
    title: "Compare with the run of a file",
    group: "Compare",
    line: ["diff", "compare"],
    argument: "FILE",
    run: (s, a) =>
      a.argument ? { state: s, effects: [{ type: "compare", path: a.argument.trim() }] } : openChoices(s, "compare"),
  },
  {
    id: "compare.parent",
    keys: [],
    contexts: PANES,
    title: "Compare with the run this one was forked or replayed from",
    group: "Compare",
    line: ["parent"],
    disabled: (s) => (s.run.header.parent ? undefined : "this run names no parent"),
    run: (s) => ({ state: s, effects: [{ type: "compare-parent" }] }),
  },
  {
    id: "compare.first",
    keys: ["D"],
    contexts: [...PANES, "diff"],
    title: "First divergence",
    hint: "divergence",
    hintRank: 58,
    group: "Compare",
    run: firstDivergence,
  },
  {
    id: "diff.mode",
    keys: ["|"],
    contexts: DIFF,
    title: "Differences inline, side by side, or raw",
    hint: "mode",
    hintRank: 4,
    group: "Compare",
    run: comparing(cycleMode),
  },
  {
    id: "diff.equal",
    keys: ["="],
    contexts: DIFF,
    title: "Fold equal steps away, or show all",
    hint: "equal",
    hintRank: 5,
    group: "Compare",
    run: comparing(hideEqual),
  },
  {
    id: "diff.more-context",
    keys: ["}"],
    contexts: DIFF,
    title: "More equal steps around differences",
    group: "Compare",
    run: comparing((s) => setContext(s, s.diff.context === null ? null : s.diff.context + 1)),
  },
  {
    id: "diff.less-context",
    keys: ["{"],
    contexts: DIFF,
    title: "Fewer equal steps around differences",
    group: "Compare",
    run: comparing((s) => setContext(s, s.diff.context === null ? 3 : Math.max(0, s.diff.context - 1))),
  },
  {
    id: "diff.noise",
    keys: ["ctrl-w"],
    contexts: DIFF,
    disabled: notCompared,
    title: "Times, ids and paths count, or not",
    hint: "noise",
    hintRank: 6,
    group: "Compare",
    run: comparing(toggleNoise),
  },
  {
    id: "diff.open",
    keys: ["enter"],
    contexts: DIFF,
    title: "Open the step in its run, that of A first; q comes back",
    hint: "open A",
    hintRank: 2,
    group: "Compare",
    run: comparing(openOwn),
  },
  {
    id: "diff.open-b",
    keys: ["o"],
    contexts: DIFF,
    title: "Open the step of B in its run; q comes back",
    hint: "open B",
    hintRank: 2,
    group: "Compare",
    run: comparing((s) => openStep(s, "b")),
  },
];
