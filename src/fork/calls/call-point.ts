import type { Run } from "../../run/run.ts";
import { VcrError } from "../../trace/errors.ts";
import { endOf } from "../plan/fork-point.ts";

/** What decides where a fork of wrapped calls begins. */
export interface CallPointOptions {
  /** As the program says it. */
  readonly at: number | string | undefined;
  /** Steps whose answer, or arguments, are edited. */
  readonly answers: readonly number[];
  readonly requests: readonly number[];
}

/** The first live step: as `at` says, else the first that an edit changes. @throws VcrError "at" that names the number. */
export function callPoint(run: Run, { at, answers, requests }: CallPointOptions): number {
  const limit = at === undefined ? editedPoint(answers, requests) : named(run, at);
  const early = requests.find((step) => step < limit);
  if (early !== undefined)
    throw wrong(`step ${early} is served from the recording, so it is not made with other arguments: use at: ${early}`);
  const late = answers.find((step) => step >= limit);
  if (late !== undefined)
    throw wrong(
      `step ${late} is asked live, so the edit of its answer would never hold: use at: ${late + 1} or more`,
      at === undefined ? "or fork with the earlier edit first, and then that fork" : undefined,
    );
  return limit;
}

function editedPoint(answers: readonly number[], requests: readonly number[]): number {
  if (requests.length > 0) return Math.min(...requests);
  if (answers.length > 0) return Math.max(...answers) + 1;
  throw wrong("where does the fork begin?", 'at: N, at: "end", or an edit that says it');
}

function named(run: Run, at: number | string): number {
  const end = endOf(run);
  if (at === "end") return end;
  const step = String(at);
  if (/^\d{1,15}[a-z]{1,4}$/.test(step)) return carrierOf(run, step);
  if (!/^\d{1,15}$/.test(step)) throw wrong(`at: ${step} is no step: expected a number, or "end"`);
  if (Number(step) > end)
    throw wrong(
      `at: ${step} lies beyond the end: the run has ${end} steps`,
      `at: ${end} or at: "end" goes on behind the last`,
    );
  return Number(step);
}

/** A tool call that was derived from a model's answer has no number of its own. */
function carrierOf(run: Run, step: string): number {
  const i = run.indexOf(step);
  if (i < 0) throw wrong(`at: there is no step ${step}`);
  const carrier = run.tool(i).resultStep;
  if (carrier === undefined) throw wrong(`at: ${step}: no request carries the result of such a step`);
  return Number.parseInt(carrier, 10);
}

function wrong(message: string, hint?: string): VcrError {
  return new VcrError(message, { code: "at", hint });
}
