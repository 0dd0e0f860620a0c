import type { Run } from "../../run/run.ts";
import { BoundaryError } from "./plan-errors.ts";

/** What an edit means for where a fork may begin. */
export interface Bound {
  readonly bound: number;
  /** "result of 6a" */
  readonly old: string;
  readonly spec: { readonly step: string };
  readonly served?: number;
}

const CALLS = new Set(["llm", "tool", "memory", "http"]);

/** The first live step: as `--at` says, else where the first edit is seen. @throws VcrError "at" that names the number. */
export function forkPoint(
  run: Run,
  at: string | undefined,
  bounds: readonly Bound[],
): { readonly limit: number; readonly notes: readonly string[] } {
  const first = [...bounds].sort((a, b) => a.bound - b.bound)[0];
  if (at === undefined && first === undefined)
    throw new BoundaryError(({ at }) => ({
      message: "where does the fork begin?",
      hint: `${at("N")}, ${at("end")}, or an edit that says it`,
    }));
  const { limit, notes } = at === undefined ? { limit: first?.bound ?? 0, notes: [] } : named(run, at);
  if (first !== undefined && limit > first.bound)
    throw new BoundaryError(({ use }) => ({
      message: `step ${first.bound} already saw the old ${first.old}: ${use(first.bound)}`,
    }));
  for (const { served, spec } of bounds)
    if (served !== undefined && limit <= served) throw neverHolds(spec.step, served, { at, limit });
  return { limit, notes };
}

/** What is asked live gets another answer than the one that was to be edited. */
function neverHolds(
  step: string,
  served: number,
  { at, limit }: { readonly at: string | undefined; readonly limit: number },
): BoundaryError {
  const words = `step ${served} is asked live, so the edit of ${step} would never hold`;
  return at !== undefined
    ? new BoundaryError(({ given, use }) => ({ message: `${given(limit)} ${words}: ${use(served + 1)} or more` }))
    : new BoundaryError(() => ({
        message: `another edit makes all live from step ${limit}: ${words}`,
        hint: "fork with the earlier edit first, and then that fork",
      }));
}

function named(run: Run, at: string): { readonly limit: number; readonly notes: readonly string[] } {
  const end = endOf(run);
  if (at === "end") return { limit: end, notes: [] };
  if (/^\d{1,15}[a-z]+$/.test(at)) {
    const i = run.indexOf(at);
    if (i < 0) throw noSuch(at, `there is no such step; the run has ${end} steps`);
    const carrier = run.tool(i).resultStep;
    if (carrier === undefined) throw noSuch(at, "no request carries the result of such a step");
    return { limit: Number.parseInt(carrier, 10), notes: [`the result of ${at} is first seen by step ${carrier}`] };
  }
  if (!/^\d{1,15}$/.test(at)) throw noSuch(at, "expected a step, or end");
  const limit = Number(at);
  if (limit > end)
    throw new BoundaryError((words) => ({
      message: `${words.at(at)} lies beyond the end: the run has ${end} steps`,
      hint: `${words.at(end)} or ${words.at("end")} goes on behind the last`,
    }));
  return { limit, notes: limit === end ? [] : notesAt(run, limit) };
}

/** What is no call is not served either: the next call is the first that is live. */
function notesAt(run: Run, limit: number): readonly string[] {
  const i = run.indexOf(String(limit));
  if (i >= 0 && CALLS.has(run.row(i).kind)) return [];
  for (let n = Math.max(i, 0); n < run.length; n++) {
    const row = run.row(n);
    if (row.seq > limit && !row.derived && CALLS.has(row.kind))
      return [`step ${limit} is no call: step ${row.seq} is the first that goes live`];
  }
  return [`step ${limit} is no call, and none follows it`];
}

/** Behind the last step; numbers may have gaps. */
export function endOf(run: Run): number {
  let end = 0;
  for (let i = 0; i < run.length; i++) end = Math.max(end, run.row(i).seq + 1);
  return end;
}

function noSuch(at: string, why: string): BoundaryError {
  return new BoundaryError((words) => ({ message: `${words.at(at)}: ${why}` }));
}
