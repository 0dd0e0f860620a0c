import { docFor } from "../detail/doc-for.ts";
import { cursorLine } from "../detail/move.ts";
import { draftOf } from "../draft/draft-state.ts";
import { hitNumber, shownHits } from "../narrowing/hits.ts";
import { selectedIndex, visibleOf } from "../narrowing/visible.ts";
import { shownRuns } from "../runs-list.ts";
import { headerOf } from "../selectors/header.ts";
import { promptView } from "../selectors/prompt-view.ts";
import { runCells } from "../selectors/run-cells.ts";
import type { Problem, State } from "../state.ts";
import { comparedOn, diffText, divergenceText, pairText } from "./diff-text.ts";
import { draftLineText, draftText } from "./draft-text.ts";
import { heldNow, liveText } from "./live-text.ts";
import { overlayText } from "./overlay-text.ts";
import { tabText } from "./tab-text.ts";

/** How an event is said: as a row of `vcr show`, or as a sentence. */
export interface Speaker {
  event(state: State, i: number): readonly string[];
}

/** Runs that are said at once. */
const RUNS = 20;

/** What somebody has to hear who knew `before` and cannot see the screen. Empty: nothing has changed for them. */
export function spokenChanges(before: State, after: State, speaker: Speaker): readonly string[] {
  return [
    ...messages(before, after),
    ...screen(before, after),
    ...filter(before, after),
    ...search(before, after),
    ...liveText(before, after),
    ...selection(before, after, speaker),
    ...detail(before, after),
    ...overlay(before, after),
    ...prompt(before, after),
  ];
}

function messages({ log: known }: State, { log }: State): readonly string[] {
  const last = known.at(-1);
  const fresh = last === undefined ? log : log.slice(log.lastIndexOf(last) + 1);
  return fresh.map(({ tone, text }) => (tone === "info" ? text : `${tone}: ${text}`));
}

/** What the header says of the run; the list of runs. */
export function screenText(state: State): readonly string[] {
  if (state.screens.at(-1) === "runs") return runsText(state);
  if (state.screens.at(-1) === "diff") return diffText(state);
  if (state.screens.at(-1) === "draft") return draftText(state);
  const { path, facts } = headerOf(state);
  return [
    `${path.join(", ")}: ${facts.map(({ text }) => text.trim().replace("≥", "at least ")).join(", ")}`,
    ...heldNow(state),
  ];
}

function screen(before: State, after: State): readonly string[] {
  const same = before.screens.at(-1) === after.screens.at(-1);
  const known = {
    runs: before.runsList.query === after.runsList.query,
    diff: before.diff?.result === after.diff?.result && before.diff?.context === after.diff?.context,
    trace: before.run === after.run,
    draft: draftOf(after)?.progress !== null || sameLines(draftText(before), draftText(after)),
  };
  if (same && known[after.screens.at(-1) ?? "trace"]) return [];
  if (same && after.screens.at(-1) === "diff" && comparedOn(before, after)) {
    const [was, is] = [divergenceText(before), divergenceText(after)];
    return sameLines(was, is) ? [] : is;
  }
  return screenText(after);
}

function runsText(state: State): readonly string[] {
  const runs = shownRuns(state);
  if (runs.length === 0) return ["no runs here; runs-list.sample opens a sample"];
  const rest = runs.length > RUNS ? [`and ${runs.length - RUNS} more; runs-list.find finds some`] : [];
  return [
    `${runs.length} runs, a number opens one:`,
    ...runs.slice(0, RUNS).map((entry, n) => `${n + 1}: ${runSentence(state, entry)}`),
    ...rest,
  ];
}

function runSentence(state: State, entry: ReturnType<typeof shownRuns>[number]): string {
  const { name, live, age, steps, errors, tokens, cost, format, link, prompt } = runCells(entry, {
    now: state.clock,
    live: state.runsList.live,
  });
  const facts = [
    prompt,
    live ? "being written now" : "",
    age === "" ? "" : `${age} old`,
    steps && `${steps} steps`,
    errors && `${errors} errors`,
    tokens && `${tokens} tokens`,
    cost && `cost ${cost}`,
    format,
    link,
    name,
  ];
  return facts.filter(Boolean).join(", ").replaceAll("≥", "at least ");
}

function filter(before: State, after: State): readonly string[] {
  const { problem } = after.filter;
  if (problem && problem !== before.filter.problem) return [problemText(problem)];
  const typing = after.prompt?.kind === "filter";
  const same =
    before.filter.text === after.filter.text && before.filter.off === after.filter.off && before.run === after.run;
  const counted = before.filter.rows?.length === after.filter.rows?.length;
  if (typing || (same && counted) || (before.filter.text === "" && after.filter.text === "")) return [];
  const { count, filtered } = visibleOf(after);
  if (!filtered) return [after.filter.text === "" ? "no filter" : "filter off"];
  const hints = after.filter.hints.map((hint) => `hint: ${hint}`);
  return [`filter ${after.filter.text}: ${count} of ${after.run.length} rows`, ...hints];
}

function search(before: State, after: State): readonly string[] {
  if (!after.search || after.search === before.search) return [];
  const { text, problem } = after.search;
  if (problem) return [`search ${text}: ${problem.message}`];
  const { hits, hidden } = shownHits(after);
  const place = hitNumber(after);
  const which = place > 0 ? `hit ${place} of ${hits.length}` : `${hits.length} hits`;
  return hits.length === 0 && hidden === 0 ? [] : [`search ${text}: ${which}${hidden > 0 ? `, ${hidden} hidden` : ""}`];
}

function selection(before: State, after: State, speaker: Speaker): readonly string[] {
  if (after.screens.at(-1) === "runs") {
    if (before.runsList.selected === after.runsList.selected || before.screens.at(-1) !== "runs") return [];
    const entry = shownRuns(after).find(({ file }) => file.path === after.runsList.selected);
    return entry ? [runSentence(after, entry)] : [];
  }
  if (after.screens.at(-1) === "diff") {
    const moved = before.diff?.selected !== after.diff?.selected && before.diff?.result === after.diff?.result;
    return moved ? pairText(after) : [];
  }
  if (after.screens.at(-1) === "draft") {
    const [was, is] = [draftOf(before), draftOf(after)];
    return was?.selected === is?.selected || was?.run !== is?.run ? [] : draftLineText(after);
  }
  const i = selectedIndex(after);
  const same =
    before.list.step === after.list.step &&
    before.run === after.run &&
    before.annotations === after.annotations &&
    before.screens.at(-1) === after.screens.at(-1);
  if (same || after.screens.at(-1) !== "trace") return [];
  return i < 0 ? ["no event is shown"] : speaker.event(after, i);
}

function detail(before: State, after: State): readonly string[] {
  if (after.screens.at(-1) !== "trace") return [];
  const entered = after.focus === "detail" && before.focus !== "detail";
  if (before.run !== after.run) return [];
  // A search has gone to a place inside another event: that line, not all around it.
  if (before.list.step !== after.list.step || before.search !== after.search)
    return after.detail.cursor === undefined || after.detail.cursor === before.detail.cursor ? [] : [cursorText(after)];
  if (entered || before.detail.tab !== after.detail.tab || before.detail.folds !== after.detail.folds)
    return tabText(after);
  if (after.focus === "list" && before.focus === "detail") return ["the list"];
  if (after.focus === "list" || before.detail.cursor === after.detail.cursor) return [];
  return [cursorText(after)];
}

/** The line of the detail that the cursor is on. */
function cursorText(state: State): string {
  const doc = docFor(state);
  if (doc.count === 0) return "nothing here";
  const row = doc.row(cursorLine(state, doc));
  const fold = row.fold === undefined ? "" : row.fold === "closed" ? " (folded)" : " (open)";
  return `${row.lead?.text ?? ""} ${row.spans.map(({ text }) => text).join("")}${fold}`.trim();
}

function overlay(before: State, after: State): readonly string[] {
  const top = after.overlays.at(-1);
  if (!top) return [];
  const was = before.overlays.at(-1);
  const text = overlayText(after, top);
  const known = was?.type === top.type && before.overlays.length === after.overlays.length;
  return known && sameLines(text, overlayText(before, was)) ? [] : text;
}

function sameLines(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, n) => line === other[n]);
}

function problemText({ message, from, hint }: Problem): string {
  return `${message}, at character ${from + 1}${hint ? `; ${hint}` : ""}`;
}

function prompt(before: State, after: State): readonly string[] {
  const view = promptView(after);
  if (!view) return [];
  const { problem, label, text, note } = view;
  if (problem) return [problemText(problem)];
  if (before.prompt?.kind === after.prompt?.kind) return [];
  return [`${label}${text}`, `(${note}; an empty line gives up)`];
}
