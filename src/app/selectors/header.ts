import { basename } from "node:path";
import type { Run } from "../../run/run.ts";
import { shortId } from "../../run/short-id.ts";
import { runCostOf } from "../../stats/run-cost.ts";
import { costLabel, formatBytes, formatClock, formatCount } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { onDraft } from "../draft/draft-state.ts";
import { liveOf } from "../live/live-state.ts";
import { selectedRow } from "../narrowing/visible.ts";
import type { State } from "../state.ts";
import { liveFacts } from "./live-facts.ts";
import { datedTime, totalsOf } from "./totals.ts";

export interface Header {
  /** File, and the agent of the selected event where there is more than one. */
  readonly path: readonly string[];
  /** The most telling first: the bar drops from the end. */
  readonly facts: readonly { readonly text: string; readonly token: string }[];
}

export function headerOf(state: State): Header {
  const run = firstRun(state);
  const totals = totalsOf(run);
  const lane = run.lanes.length > 1 ? run.lanes[selectedRow(state)?.lane ?? 0]?.name : undefined;
  const tokens =
    totals.tokens === undefined ? [] : [fact(`${totals.unknownTokens ? "≥" : ""}${formatCount(totals.tokens)} tok`)];
  const sum = runCostOf(run, state.prices).total;
  const told = run === state.run && liveOf(state)?.status.spent !== undefined;
  const cost = sum === undefined || told ? [] : [fact(costLabel(sum.usd, sum.atLeast))];
  const errors =
    totals.errors === 0
      ? []
      : [{ text: `${totals.errors} error${totals.errors === 1 ? "" : "s"}`, token: "status.error" }];
  const { retries } = totals;
  const when = run.header.created ?? datedTime(totals.firstAt);
  return {
    path: [
      sanitise(basename(run.path)),
      ...lineageOf(run),
      ...againstOf(state),
      ...(onDraft(state) ? ["draft of a fork"] : []),
      ...(lane === undefined ? [] : [sanitise(lane)]),
    ],
    facts: [
      ...(run === state.run ? liveFacts(state) : []),
      fact(`${run.steps} step${run.steps === 1 ? "" : "s"}`),
      ...errors,
      ...(retries === 0 ? [] : [fact(`${retries} ${retries === 1 ? "retry" : "retries"}`)]),
      ...tokens,
      ...cost,
      ...(run.damages.length === 0 ? [] : [{ text: `${run.damages.length} damaged`, token: "warning" }]),
      ...(state.loading.complete ? [] : [{ text: loadingText(state), token: "warning" }]),
      ...(when === undefined ? [] : [fact(`recorded ${formatClock(when).slice(0, 5)}`)]),
      fact(run.formatTitle),
    ],
  };
}

/** What it was made from: "fork at 36 of 1a2b3c4d". */
function lineageOf({ header: { parent } }: Run): readonly string[] {
  if (!parent) return [];
  const { kind = "fork", at, id, file } = parent;
  const of = id === undefined ? file && basename(file) : shortId(id);
  return [sanitise(`${kind}${at === undefined ? "" : ` at ${at}`}${of === undefined ? "" : ` of ${of}`}`)];
}

/** On the comparison A, whichever of the two is in view. */
function firstRun({ screens, diff, run }: State): Run {
  return screens.at(-1) === "diff" && diff ? diff.a : run;
}

/** On the comparison: the other run. */
function againstOf({ screens, diff }: State): readonly string[] {
  if (screens.at(-1) !== "diff" || !diff) return [];
  return [`beside ${sanitise(diff.name ?? basename(diff.b.path))}`];
}

function fact(text: string) {
  return { text, token: "text.dim" };
}

function loadingText({ loading }: State): string {
  if (loading.size === 0) return "reading";
  return `reading ${Math.min(99, Math.floor((100 * loading.bytes) / loading.size))}% of ${formatBytes(loading.size)}`;
}
