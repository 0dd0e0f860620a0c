import { type Command, type CommandResult, PANES } from "../command.ts";
import { DIFF_MODES, type DiffMode } from "../diff/diff-state.ts";
import {
  type Comparing,
  diffListHeight,
  isComparing,
  moveLines,
  nextChange,
  scrollPair,
  selectEntry,
} from "../diff/move.ts";
import { jump } from "../select.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";
import { openChoices } from "./choices.ts";

const DIFF = ["diff"] as const;

const count = (n: number | undefined): number => Math.max(1, n ?? 1);

/** Commands of the comparison do nothing without one. */
function comparing(run: (state: Comparing, count: number) => CommandResult): Command["run"] {
  return (state, args) => (isComparing(state) ? run(state, count(args.count)) : state);
}

function change(direction: 1 | -1, groups: boolean): Command["run"] {
  return comparing((state, times) => {
    let current: State = state;
    for (let n = 0; n < times && isComparing(current); n++) {
      const next = nextChange(current, direction, groups);
      if (next < 0)
        return n > 0
          ? current
          : toast(state, direction > 0 ? "no difference further on" : "no difference before", "warning");
      current = selectEntry(current, next);
    }
    return current;
  });
}

/** From the run itself: to the comparison, or to a choice of what to compare with. */
function firstDivergence(state: State): CommandResult {
  if (!isComparing(state)) return openChoices(state, "compare");
  const shown: Comparing = state.screens.at(-1) === "diff" ? state : { ...state, screens: [...state.screens, "diff"] };
  const first = shown.diff.result?.firstDivergence ?? -1;
  if (first >= 0) return selectEntry(shown, first);
  const why =
    shown.diff.result === null
      ? "still comparing"
      : shown.diff.result.unrelated
        ? "these runs have nothing to do with each other"
        : "the runs do not differ";
  return toast(shown, why);
}

/** The step of the selected row, in the run itself; `q` or `d` comes back. */
function openStep(state: Comparing): CommandResult {
  const entry = state.diff.result?.entries[state.diff.selected];
  if (!entry) return state;
  if (entry.a < 0) return toast(state, "this step is only in the other run", "warning");
  return jump({ ...state, screens: [...state.screens.filter((screen) => screen !== "trace"), "trace"] }, entry.a);
}

function setMode(state: Comparing, mode: DiffMode): State {
  return { ...state, diff: { ...state.diff, mode, top: 0 } };
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

const noDiff = (state: State): string | undefined =>
  state.diff?.result ? undefined : "the runs are still being compared";

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
    id: "diff.down",
    keys: ["j", "down"],
    contexts: DIFF,
    title: "Down",
    group: "Compare",
    run: comparing((s, n) => moveLines(s, n)),
  },
  {
    id: "diff.up",
    keys: ["k", "up"],
    contexts: DIFF,
    title: "Up",
    group: "Compare",
    run: comparing((s, n) => moveLines(s, -n)),
  },
  {
    id: "diff.page-down",
    keys: ["ctrl-f", "pagedown", "ctrl-d", "space"],
    contexts: DIFF,
    title: "A page down",
    group: "Compare",
    run: comparing((s, n) => moveLines(s, n * Math.max(1, diffListHeight(s) - 1))),
  },
  {
    id: "diff.page-up",
    keys: ["ctrl-b", "pageup", "ctrl-u"],
    contexts: DIFF,
    title: "A page up",
    group: "Compare",
    run: comparing((s, n) => moveLines(s, -n * Math.max(1, diffListHeight(s) - 1))),
  },
  {
    id: "diff.top",
    keys: ["g", "home"],
    contexts: DIFF,
    title: "To the top",
    group: "Compare",
    run: comparing((s) => selectEntry(s, 0)),
  },
  {
    id: "diff.bottom",
    keys: ["G", "end"],
    contexts: DIFF,
    title: "To the end",
    group: "Compare",
    run: comparing((s) => selectEntry(s, Number.MAX_SAFE_INTEGER)),
  },
  {
    id: "diff.next-change",
    keys: ["] c", "n"],
    contexts: DIFF,
    title: "Next difference",
    hint: "next",
    hintRank: 1,
    group: "Compare",
    disabled: noDiff,
    run: change(1, false),
  },
  {
    id: "diff.previous-change",
    keys: ["[ c", "N"],
    contexts: DIFF,
    title: "Previous difference",
    group: "Compare",
    disabled: noDiff,
    run: change(-1, false),
  },
  {
    id: "diff.next-divergence",
    keys: ["] d"],
    contexts: DIFF,
    title: "Next place where the runs part",
    group: "Compare",
    disabled: noDiff,
    run: change(1, true),
  },
  {
    id: "diff.previous-divergence",
    keys: ["[ d"],
    contexts: DIFF,
    title: "Previous place where the runs part",
    group: "Compare",
    disabled: noDiff,
    run: change(-1, true),
  },
  {
    id: "diff.scroll-down",
    keys: ["J", "ctrl-e"],
    contexts: DIFF,
    title: "The pair down",
    hint: "scroll",
    hintRank: 3,
    group: "Compare",
    run: comparing((s, n) => scrollPair(s, n * 3)),
  },
  {
    id: "diff.scroll-up",
    keys: ["K", "ctrl-y"],
    contexts: DIFF,
    title: "The pair up",
    group: "Compare",
    run: comparing((s, n) => scrollPair(s, -n * 3)),
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
    title: "Times, ids and paths count, or not",
    hint: "noise",
    hintRank: 6,
    group: "Compare",
    run: comparing(toggleNoise),
  },
  {
    id: "diff.open",
    keys: ["enter", "l", "right"],
    contexts: DIFF,
    title: "Open the step in its run; q comes back",
    hint: "open",
    hintRank: 2,
    group: "Compare",
    run: comparing(openStep),
  },
];
