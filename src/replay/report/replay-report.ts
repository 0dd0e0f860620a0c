import type { Json, JsonObject } from "../../json/json.ts";
import { callLabel } from "../calls/call-label.ts";
import type { ServableCall } from "../calls/servable-call.ts";
import type { CountedMiss, LooseServe, ReplaySession } from "../replay-session.ts";
import { missLines } from "./miss-lines.ts";

/** How a replay went: the words of its report, and what counts as a divergence. */
export interface ReplayReport {
  /** What the replayed run is called. */
  readonly run: string;
  readonly savedAs: string | undefined;
  readonly served: number;
  readonly live: number;
  readonly loose: readonly LooseServe[];
  readonly misses: readonly CountedMiss[];
  readonly neverMade: readonly ServableCall[];
  /** Live calls that were kept from their servers for want of a key, by its variable. */
  readonly withoutKey: ReadonlyMap<string, number>;
  readonly diverged: boolean;
  /** What should be known besides, a line each. */
  readonly notes: readonly string[];
}

export interface ReportOptions {
  readonly run: string;
  readonly savedAs?: string | undefined;
  readonly live?: number;
  /** Recorded calls that were not made are no divergence. */
  readonly allowUnmade?: boolean;
  /** Loose matches are no divergence. */
  readonly allowLoose?: boolean;
  readonly withoutKey?: ReadonlyMap<string, number>;
  readonly notes?: readonly string[];
}

/** Entries of each kind that are listed. */
const LISTED = 20;

/** What was served and what was not, of the wire and of wrapped functions together. */
export type ReplayTally = Pick<ReplaySession, "served" | "loose" | "misses" | "neverMade">;

export function bothTallies(a: ReplayTally, b: ReplayTally): ReplayTally {
  const byStep = (x: { readonly step: number }, y: { readonly step: number }): number => x.step - y.step;
  return {
    served: a.served + b.served,
    loose: [...a.loose, ...b.loose].sort(byStep),
    misses: [...a.misses, ...b.misses],
    neverMade: [...a.neverMade, ...b.neverMade].sort(byStep),
  };
}

export function replayReport(session: ReplayTally, options: ReportOptions): ReplayReport {
  const {
    run,
    savedAs,
    live = 0,
    allowUnmade = false,
    allowLoose = false,
    withoutKey = new Map(),
    notes = [],
  } = options;
  const { misses, neverMade, loose, served } = session;
  const diverged =
    misses.length + withoutKey.size > 0 || (!allowUnmade && neverMade.length > 0) || (!allowLoose && loose.length > 0);
  return { run, savedAs, served, live, loose, misses, neverMade, withoutKey, diverged, notes };
}

export function reportLines(report: ReplayReport): readonly string[] {
  const { run, savedAs, served, live, loose, misses, neverMade, withoutKey } = report;
  return [
    `replay of ${run}: ${verdict(report)}`,
    ...(savedAs === undefined ? [] : [`saved as ${savedAs}`]),
    `${served} call(s) answered from the recording, ${live} live, ${loose.length} loose`,
    ...listed(misses, (counted) => missLines(counted, counted.miss.hint), "divergence(s)"),
    ...listed(loose, ({ step, call, why }) => [`loose: step ${step} ${callLabel(call)}, ${why}`], "loose"),
    ...listed(neverMade, (call) => [`never made: step ${call.step} ${callLabel(call)}`], "never made"),
    ...[...withoutKey].map(
      ([variable, count]) => `not made: ${count} live call(s), ${variable} is not set; nothing was sent`,
    ),
    ...report.notes,
  ];
}

function verdict({ diverged, misses, neverMade, loose, withoutKey }: ReplayReport): string {
  const parts = [
    ...(misses.length > 0 || diverged ? [`${misses.length} call(s) without a recording`] : []),
    ...(neverMade.length > 0 || diverged ? [`${neverMade.length} recorded call(s) never made`] : []),
    ...(loose.length > 0 ? [`${loose.length} loose`] : []),
    ...(withoutKey.size > 0 ? ["live calls not made for want of a key"] : []),
  ];
  if (diverged) return `diverged - ${parts.join(", ")}`;
  return parts.length === 0 ? "no divergence" : `no divergence counted - ${parts.join(", ")}`;
}

function listed<T>(entries: readonly T[], lines: (entry: T) => readonly string[], what: string): readonly string[] {
  const more = entries.length > LISTED ? [`... and ${entries.length - LISTED} more ${what}`] : [];
  return [...entries.slice(0, LISTED).flatMap(lines), ...more];
}

/** The same for programs. */
export function reportJson(report: ReplayReport): JsonObject {
  const { run, savedAs, served, live, diverged, loose, misses, neverMade, withoutKey, notes } = report;
  return {
    replay: run,
    diverged,
    ...(savedAs === undefined ? {} : { savedAs }),
    answered: served,
    live,
    loose: loose.map(({ step, call, why }) => ({ step, call: callLabel(call), why })),
    divergences: misses.map(missJson),
    neverMade: neverMade.map((call) => ({ step: call.step, call: callLabel(call) })),
    ...(withoutKey.size === 0 ? {} : { withoutKey: Object.fromEntries(withoutKey) }),
    notes,
  };
}

function missJson({ miss, times }: CountedMiss): Json {
  const { reason, label, words, nearest, difference, hint } = miss;
  return {
    reason,
    call: label,
    words,
    times,
    ...(nearest === undefined ? {} : { nearest: { ...nearest } }),
    ...(difference === undefined
      ? {}
      : {
          pointer: difference.pointer,
          ...(difference.recorded === undefined ? {} : { recorded: difference.recorded }),
          ...(difference.asked === undefined ? {} : { asked: difference.asked }),
        }),
    ...(hint === undefined ? {} : { hint }),
  };
}
