import { MaskedRun } from "../../run/masked/masked-run.ts";
import { changedPlaces } from "../../run/step/sent-request.ts";
import { type Command, type CommandResult, PANES } from "../command.ts";
import { foldAll, foldAt, foldDeep, toggleFold } from "../detail/fold.ts";
import { scrollDetail, toStop } from "../detail/move.ts";
import { selectShown, shownCursor } from "../select.ts";
import { tabsOf } from "../selectors/tabs.ts";
import { isTab, LAST_TAB, type State, type Tab } from "../state.ts";
import { showAttempts } from "./attempts.ts";

const IN_DETAIL = ["detail"] as const;
const TABS = ["Digest", "Request", "Response", "Messages", "Tool I/O", "Δ to the previous call", "Raw"] as const;

export function showTab(state: State, tab: number): State {
  const held = isTab(tab) ? tab : tab < 0 ? 0 : LAST_TAB;
  return held === state.detail.tab
    ? state
    : { ...state, detail: { ...state.detail, tab: held, cursor: undefined, top: 0 } };
}

/** The tab beside the one that is shown; the digest stands before the first. */
function tabBeside(state: State, by: 1 | -1): State {
  const { list, selected } = tabsOf(state);
  const tabs: readonly Tab[] = [0, ...list.map(({ tab }) => tab)];
  return showTab(state, tabs[Math.min(Math.max(0, selected + 1 + by), tabs.length - 1)] ?? 0);
}

/** `J` and `K` always move the other pane: the detail from the list, the list from the detail. */
function otherPane(state: State, by: number): CommandResult {
  return state.focus === "list" ? scrollDetail(state, by) : selectShown(state, shownCursor(state) + by);
}

/** Left folds, then goes out: at the outermost line back to the list. */
function left(state: State): CommandResult {
  return foldAt(state, "close") ?? { ...state, focus: "list" };
}

function right(state: State): CommandResult {
  return foldAt(state, "open") ?? state;
}

/** Enter on a line that folds folds it; on another it does nothing. */
function enter(state: State): CommandResult {
  return toggleFold(state);
}

/** Only other tools let secrets stand in their files. */
function toggleSecrets(state: State): CommandResult {
  return { state, effects: [{ type: "reveal", step: state.list.step }] };
}

const nothingMasked = ({ run, list }: State): string | undefined => {
  if (list.step === "") return "no event is selected";
  return run instanceof MaskedRun
    ? undefined
    : "this run was masked when it was recorded: its file holds no more than is shown";
};

/** What went out, or what the agent asked. */
function toggleAsked(state: State): CommandResult {
  const asked = !state.detail.asked;
  return { ...state, detail: { ...state.detail, asked, cursor: undefined, top: 0 } };
}

const nothingChanged = ({ run, list }: State): string | undefined => {
  const i = run.indexOf(list.step);
  if (i < 0) return "no event is selected";
  const { resultStep } = run.row(i).kind === "tool" ? run.tool(i) : {};
  const at = resultStep === undefined ? i : run.indexOf(resultStep);
  return changedPlaces(run.body(at)).length > 0 ? undefined : "this request went out as the agent asked it";
};

export const DETAIL: readonly Command[] = [
  ...TABS.map(
    (title, tab): Command => ({
      id: `detail.${["digest", "request", "response", "messages", "tools", "delta", "raw"][tab]}`,
      keys: [String(tab)],
      contexts: PANES,
      title: `Show: ${title}`,
      group: "Detail",
      run: (s) => showTab(s, tab),
    }),
  ),
  {
    id: "detail.asked",
    keys: ["@"],
    contexts: PANES,
    title: "An edited request: as it went out, or as the agent asked it",
    group: "Detail",
    line: ["asked"],
    disabled: (s) => (s.detail.asked ? undefined : nothingChanged(s)),
    run: toggleAsked,
  },
  {
    id: "detail.next-tab",
    keys: [">"],
    contexts: PANES,
    title: "Next tab",
    group: "Detail",
    run: (s) => tabBeside(s, 1),
  },
  {
    id: "detail.previous-tab",
    keys: ["<"],
    contexts: PANES,
    title: "Previous tab",
    group: "Detail",
    run: (s) => tabBeside(s, -1),
  },
  {
    id: "detail.open",
    keys: ["enter", "l", "right"],
    contexts: ["list"],
    title: "Into the detail",
    hint: "open",
    hintRank: 5,
    group: "Detail",
    run: (s) => ({ ...s, focus: "detail" }),
  },
  {
    id: "detail.other-down",
    keys: ["J"],
    contexts: PANES,
    title: "The other pane down",
    group: "Detail",
    run: (s, a) => otherPane(s, Math.max(1, a.count ?? 1)),
  },
  {
    id: "detail.other-up",
    keys: ["K"],
    contexts: PANES,
    title: "The other pane up",
    group: "Detail",
    run: (s, a) => otherPane(s, -Math.max(1, a.count ?? 1)),
  },
  {
    id: "detail.next-section",
    keys: ["}"],
    contexts: PANES,
    title: "Next message or section",
    group: "Detail",
    run: (s) => toStop(s, 1),
  },
  {
    id: "detail.previous-section",
    keys: ["{"],
    contexts: PANES,
    title: "Previous message or section",
    group: "Detail",
    run: (s) => toStop(s, -1),
  },
  {
    id: "detail.fold",
    keys: ["space", "enter", "z a"],
    contexts: IN_DETAIL,
    title: "Fold or unfold",
    hint: "fold",
    hintRank: 5,
    group: "Detail",
    run: enter,
  },
  {
    id: "detail.close",
    keys: ["h", "left"],
    contexts: IN_DETAIL,
    title: "Fold; at the edge back to the list",
    group: "Detail",
    run: left,
  },
  { id: "detail.unfold", keys: ["l", "right"], contexts: IN_DETAIL, title: "Unfold", group: "Detail", run: right },
  {
    id: "detail.unfold-deep",
    keys: ["L"],
    contexts: IN_DETAIL,
    title: "Unfold with all below",
    group: "Detail",
    run: (s) => foldDeep(s, true),
  },
  {
    id: "detail.fold-deep",
    keys: ["H"],
    contexts: IN_DETAIL,
    title: "Fold with all below",
    group: "Detail",
    run: (s) => foldDeep(s, false),
  },
  {
    id: "detail.unfold-all",
    keys: ["z R"],
    contexts: PANES,
    title: "Unfold all",
    group: "Detail",
    run: (s) => (s.focus === "list" ? showAttempts(foldAll(s, true), true) : foldAll(s, true)),
  },
  {
    id: "detail.fold-all",
    keys: ["z M"],
    contexts: PANES,
    title: "Fold all",
    group: "Detail",
    run: (s) => (s.focus === "list" ? showAttempts(foldAll(s, false), false) : foldAll(s, false)),
  },
  {
    id: "detail.reveal",
    keys: ["V"],
    contexts: PANES,
    title: "Secrets of this event: show them, or mask them again",
    group: "Detail",
    line: ["reveal"],
    disabled: nothingMasked,
    run: toggleSecrets,
  },
  {
    id: "detail.wrap",
    keys: ["w"],
    contexts: PANES,
    title: "Wrap long lines, or cut them",
    group: "Detail",
    run: (s) => ({ ...s, detail: { ...s.detail, wrap: !s.detail.wrap, top: 0 } }),
  },
];
