import { type Command, type CommandArguments, type CommandResult, PANES } from "../command.ts";
import { selectedIndex } from "../narrowing/visible.ts";
import { seek } from "../seek.ts";
import { jump, settle } from "../select.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";

const isCall = (state: State) => (i: number) => state.run.row(i).kind === "llm";
const isTool = (state: State) => (i: number) => state.run.row(i).kind === "tool";
const isError = (state: State) => (i: number) => {
  const { status, kind } = state.run.row(i);
  return status === "error" || kind === "error";
};

/** Back from inside a turn goes to that turn's own call first, as a debugger's reverse step does. */
function previousTurn(state: State, args: CommandArguments): CommandResult {
  return seek(state, { direction: -1, test: isCall(state), what: "turn", count: args.count });
}

function toParent(state: State): CommandResult {
  const i = selectedIndex(state);
  if (i < 0) return state;
  const row = state.run.row(i);
  const parent = row.parent === undefined ? laneParent(state, i) : state.run.indexOfRow(row.parent);
  return parent >= 0 ? jump(state, parent) : toast(state, "this event lies under no other", "warning");
}

/** The call that started this lane: the last one of the parent lane before the lane's own first event. */
function laneParent(state: State, i: number): number {
  const { run } = state;
  const lane = run.lanes[run.row(i).lane];
  if (lane?.parent === undefined) return -1;
  let first = 0;
  while (first < i && run.row(first).lane !== lane.number) first++;
  for (let at = first - 1; at >= 0; at--) {
    const row = run.row(at);
    if (row.lane === lane.parent && row.kind === "llm") return at;
  }
  return -1;
}

/** Call ↔ result, request ↔ response: a tool goes to the step that carries its result, and an answer to its first tool. */
function matching(state: State): CommandResult {
  const i = selectedIndex(state);
  if (i < 0) return state;
  const row = state.run.row(i);
  if (row.kind === "tool") {
    const { resultStep } = state.run.tool(i);
    if (resultStep !== undefined) return jump(state, state.run.indexOf(resultStep));
    return toast(
      state,
      row.status === "pending" ? "nobody answered this call" : "its result is in this event",
      "warning",
    );
  }
  if (row.kind === "llm") {
    const tab = state.detail.tab === 1 ? 2 : state.detail.tab === 2 ? 1 : undefined;
    if (tab !== undefined && state.focus === "detail")
      return { ...state, detail: { ...state.detail, tab, cursor: undefined, top: 0 } };
    const first = state.run.indexOf(`${row.seq}a`);
    if (first >= 0) return jump(state, first);
  }
  return toast(state, "nothing matches this event", "warning");
}

function back(state: State): CommandResult {
  const target = state.jumps.back.at(-1);
  if (target === undefined) return toast(state, "no earlier place", "warning");
  const jumps = { back: state.jumps.back.slice(0, -1), forward: [...state.jumps.forward, state.list.step] };
  const moved = jump(state, state.run.indexOf(target));
  return { ...moved, jumps };
}

function forward(state: State): CommandResult {
  const target = state.jumps.forward.at(-1);
  if (target === undefined) return toast(state, "no later place", "warning");
  const jumps = { back: [...state.jumps.back, state.list.step], forward: state.jumps.forward.slice(0, -1) };
  return { ...jump(state, state.run.indexOf(target)), jumps };
}

function toggleFollow(state: State): CommandResult {
  const follow = state.list.follow === "yes" ? "no" : "yes";
  return toast(
    settle({ ...state, list: { ...state.list, follow } }),
    follow === "yes" ? "following the end of the run" : "no longer following",
  );
}

export const TIME_TRAVEL: readonly Command[] = [
  {
    id: "step.next-turn",
    keys: ["s", "f10"],
    contexts: PANES,
    title: "Next turn (model call)",
    hint: "step",
    hintRank: 40,
    group: "Time travel",
    run: (s, a) => seek(s, { direction: 1, test: isCall(s), what: "turn", count: a.count }),
  },
  {
    id: "step.previous-turn",
    keys: ["S"],
    contexts: PANES,
    title: "Previous turn",
    group: "Time travel",
    run: previousTurn,
  },
  {
    id: "step.parent",
    keys: ["u"],
    contexts: PANES,
    title: "Up to the call, agent or span above",
    group: "Time travel",
    run: toParent,
  },
  {
    id: "step.match",
    keys: ["%"],
    contexts: PANES,
    title: "Matching half: call ↔ result, request ↔ response",
    group: "Time travel",
    run: matching,
  },
  {
    id: "step.next-error",
    keys: ["] e"],
    contexts: PANES,
    title: "Next error",
    hint: "error",
    hintRank: 50,
    group: "Time travel",
    run: (s, a) => seek(s, { direction: 1, test: isError(s), what: "error", count: a.count }),
  },
  {
    id: "step.previous-error",
    keys: ["[ e"],
    contexts: PANES,
    title: "Previous error",
    group: "Time travel",
    run: (s, a) => seek(s, { direction: -1, test: isError(s), what: "error", count: a.count }),
  },
  {
    id: "step.next-tool",
    keys: ["] t"],
    contexts: PANES,
    title: "Next tool call",
    group: "Time travel",
    run: (s, a) => seek(s, { direction: 1, test: isTool(s), what: "tool call", count: a.count }),
  },
  {
    id: "step.previous-tool",
    keys: ["[ t"],
    contexts: PANES,
    title: "Previous tool call",
    group: "Time travel",
    run: (s, a) => seek(s, { direction: -1, test: isTool(s), what: "tool call", count: a.count }),
  },
  {
    id: "jump.back",
    keys: ["ctrl-o", "' '"],
    contexts: PANES,
    title: "Back to where the last jump began",
    group: "Time travel",
    run: back,
  },
  {
    id: "jump.forward",
    keys: ["alt-right"],
    contexts: PANES,
    title: "Forward again after going back",
    group: "Time travel",
    run: forward,
  },
  {
    id: "follow",
    keys: ["F"],
    contexts: PANES,
    title: "Follow the end of a growing run, on or off",
    group: "Time travel",
    line: ["follow"],
    run: toggleFollow,
  },
];
