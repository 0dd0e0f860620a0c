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

export function forkReport(how: {
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
}): ForkReport {
  const { plan, tally, handler, run, savedAs, cost, agent, allowUnmade = false } = how;
  const { misses, served, loose } = tally;
  const byHand = loose.filter(({ why }) => why === BY_HAND);
  const pinned = loose.length - byHand.length;
  const neverMade = tally.neverMade.filter(({ step }) => step < plan.limit);
  // What the agent does after an edited answer may well be another way: that it left the old one is what was asked for.
  const { edited = Number.POSITIVE_INFINITY } = handler;
  const unmade = allowUnmade ? [] : neverMade.filter(({ step }) => step < edited);
  const diverged = misses.length > 0 || unmade.length > 0;
  const notes = [
    ...[...new Set(handler.refused)].map((why) => `kept back: ${why}`),
    ...handler.rewrites.lapsed.map(
      ({ step, pointer }) => `rewrite-lapsed: ${step}:${pointer} is not in the conversation any more`,
    ),
    ...(handler.live > 0
      ? handler.rewrites.unused.map(({ step, pointer }) => `no live call carried ${step}:${pointer}`)
      : []),
    ...how.notes,
  ];
  return {
    diverged,
    lines: [
      `fork of ${run} at step ${plan.limit}: ${verdict(diverged, { stopped: misses.length, unmade: diverged ? unmade.length : neverMade.length })}`,
      ...(savedAs === undefined ? [] : [`saved as ${savedAs}`]),
      `${served} call(s) answered from the recording, ${handler.live} live${cost && handler.live > 0 ? `, ${cost.words}` : ""}`,
      ...byHand.slice(0, LISTED).map(({ step, call }) => `loose: step ${step} ${callLabel(call)}, ${BY_HAND}`),
      ...(pinned > 0 ? [`${pinned} of them though a tool had answered otherwise than in the recording`] : []),
      ...misses.slice(0, LISTED).flatMap((counted) => missLines(counted, forkHint(counted.miss))),
      ...neverMade
        .slice(0, LISTED)
        .map((call) => `never made: step ${call.step} ${callLabel(call)}${call.step > edited ? after(edited) : ""}`),
      ...notes,
    ],
    json: {
      fork: run,
      at: plan.limit,
      diverged,
      ...(savedAs === undefined ? {} : { savedAs }),
      answered: served,
      live: handler.live,
      ...(cost === undefined ? {} : { cost: spentJson(cost) }),
      agent: {
        ...(agent.code === undefined ? {} : { code: agent.code }),
        ...(agent.signal === undefined ? {} : { signal: agent.signal }),
      },
      loose: loose.map(({ step, call, why }) => ({ step, call: callLabel(call), why })),
      divergences: misses.map(({ miss, times }) => ({
        call: miss.label,
        reason: miss.reason,
        words: miss.words,
        times,
        ...(miss.nearest === undefined ? {} : { nearest: miss.nearest.step }),
        ...(miss.difference === undefined ? {} : { pointer: miss.difference.pointer }),
      })),
      neverMade: neverMade.map((call) => ({ step: call.step, call: callLabel(call) })),
      notes,
    },
  };
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
