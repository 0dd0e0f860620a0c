import type { JsonObject } from "../json/json.ts";
import { callLabel } from "../replay/calls/call-label.ts";
import { BY_HAND } from "../replay/replay-session.ts";
import { missLines } from "../replay/report/miss-lines.ts";
import type { ReplayTally } from "../replay/report/replay-report.ts";
import { forkHint } from "./drift-message.ts";
import type { ForkHandler } from "./fork-handler.ts";
import type { ForkPlan } from "./plan/plan.ts";
import { type Spent, spentJson } from "./spent.ts";

/** How a fork went. */
export interface ForkReport {
  readonly diverged: boolean;
  readonly lines: readonly string[];
  readonly json: JsonObject;
}

/** Entries of each kind that are listed. */
const LISTED = 20;

export interface ForkEnd {
  readonly plan: ForkPlan;
  /** Of the wire, and of wrapped functions. */
  readonly tally: ReplayTally;
  readonly handler: ForkHandler;
  readonly run: string;
  readonly savedAs: string | undefined;
  /** Of its live calls. */
  readonly cost: Spent | undefined;
  /** How the agent ended. */
  readonly agent: { readonly code?: number | undefined; readonly signal?: string | undefined };
  /** Recorded calls before the fork that nobody has made are told of, and are no divergence. @default false */
  readonly allowUnmade?: boolean | undefined;
  readonly notes: readonly string[];
}

/** What a fork came to. */
interface Outcome {
  readonly diverged: boolean;
  /** Calls before the fork. */
  readonly neverMade: ReplayTally["neverMade"];
  /** Those of them that count. */
  readonly unmade: number;
  readonly notes: readonly string[];
}

export function forkReport(end: ForkEnd): ForkReport {
  const outcome = outcomeOf(end);
  return { diverged: outcome.diverged, lines: linesOf(end, outcome), json: jsonOf(end, outcome) };
}

function outcomeOf({ plan, tally, handler, allowUnmade = false, notes }: ForkEnd): Outcome {
  const neverMade = tally.neverMade.filter(({ step }) => step < plan.limit);
  // What the agent does after an edited answer may well be another way: that it left the old one is what was asked for.
  const unmade = allowUnmade ? 0 : neverMade.filter(({ step }) => step < editedStep(handler)).length;
  return {
    diverged: tally.misses.length > 0 || unmade > 0,
    neverMade,
    unmade,
    notes: [...handlerNotes(handler), ...notes],
  };
}

function handlerNotes({ refused, rewrites, live }: ForkHandler): readonly string[] {
  return [
    ...[...new Set(refused)].map((why) => `kept back: ${why}`),
    ...rewrites.lapsed.map(
      ({ step, pointer }) => `rewrite-lapsed: ${step}:${pointer} is not in the conversation any more`,
    ),
    ...(live > 0 ? rewrites.unused.map(({ step, pointer }) => `no live call carried ${step}:${pointer}`) : []),
  ];
}

function linesOf(end: ForkEnd, { diverged, neverMade, unmade, notes }: Outcome): readonly string[] {
  const { plan, handler, run, savedAs, cost } = end;
  const { misses, served, loose } = end.tally;
  const byHand = loose.filter(({ why }) => why === BY_HAND);
  const pinned = loose.length - byHand.length;
  const edited = editedStep(handler);
  return [
    `fork of ${run} at step ${plan.limit}: ${verdict(diverged, { stopped: misses.length, unmade: diverged ? unmade : neverMade.length })}`,
    ...(savedAs === undefined ? [] : [`saved as ${savedAs}`]),
    `${served} call(s) answered from the recording, ${handler.live} live${cost && handler.live > 0 ? `, ${cost.words}` : ""}`,
    ...byHand.slice(0, LISTED).map(({ step, call }) => `loose: step ${step} ${callLabel(call)}, ${BY_HAND}`),
    ...(pinned > 0 ? [`${pinned} of them though a tool had answered otherwise than in the recording`] : []),
    ...misses.slice(0, LISTED).flatMap((counted) => missLines(counted, forkHint(counted.miss))),
    ...neverMade
      .slice(0, LISTED)
      .map((call) => `never made: step ${call.step} ${callLabel(call)}${call.step > edited ? after(edited) : ""}`),
    ...notes,
  ];
}

function jsonOf(end: ForkEnd, { diverged, neverMade, notes }: Outcome): JsonObject {
  const { savedAs, cost } = end;
  const { code, signal } = end.agent;
  return {
    fork: end.run,
    at: end.plan.limit,
    diverged,
    ...(savedAs === undefined ? {} : { savedAs }),
    answered: end.tally.served,
    live: end.handler.live,
    ...(cost === undefined ? {} : { cost: spentJson(cost) }),
    agent: { ...(code === undefined ? {} : { code }), ...(signal === undefined ? {} : { signal }) },
    loose: end.tally.loose.map(({ step, call, why }) => ({ step, call: callLabel(call), why })),
    divergences: end.tally.misses.map(({ miss, times }) => ({
      call: miss.label,
      reason: miss.reason,
      words: miss.words,
      times,
      ...(miss.nearest === undefined ? {} : { nearest: miss.nearest.step }),
      ...(miss.difference === undefined ? {} : { pointer: miss.difference.pointer }),
    })),
    neverMade: neverMade.map((call) => ({ step: call.step, call: callLabel(call) })),
    notes,
  };
}

/** The first step whose answer was edited. */
function editedStep({ edited = Number.POSITIVE_INFINITY }: ForkHandler): number {
  return edited;
}

function after(edited: number): string {
  return `, after the edited answer of step ${edited}`;
}

function verdict(
  diverged: boolean,
  { stopped, unmade }: { readonly stopped: number; readonly unmade: number },
): string {
  const parts = [
    ...(stopped > 0 ? [`${stopped} call(s) stopped`] : []),
    ...(unmade > 0 ? [`${unmade} recorded call(s) never made`] : []),
  ];
  if (diverged) return `diverged before the fork - ${parts.join(", ")}`;
  return parts.length === 0 ? "no divergence before it" : `no divergence counted before it - ${parts.join(", ")}`;
}
