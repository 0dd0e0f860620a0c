import type { Run } from "../../run/run.ts";
import { shortNumber } from "../../text/short-number.ts";
import { datedTime } from "../selectors/totals.ts";

/**
 * One event as JSON Lines give it: indexed fields always, bodies where asked for. Unknown fields are absent. `at` is
 * ISO 8601, absent where the file has no clock; `sinceStartMs` counts from the first event, with a clock or without.
 */
export function eventJson(run: Run, i: number, options: { readonly bodies: boolean }): Record<string, unknown> {
  const { row: _row, repeats: _repeats, repeatedBy: _later, attempt: _nth, seq, parent, lane, ...row } = run.row(i);
  const { step, kind, name, status, at, ...rest } = row;
  const shared = run.lanes.length > 1 ? { lane: run.lanes[lane]?.name } : {};
  const under = parent === undefined ? {} : { parent: run.row(run.indexOfRow(parent)).step };
  const indexed = {
    step,
    seq,
    kind,
    name,
    status,
    ...Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, measured(value)])),
    at: dateOf(at),
    sinceStartMs: at === undefined ? undefined : Math.round((at - (run.row(0).at ?? at)) * 1000) / 1000,
    ...shared,
    ...under,
    what: run.what(i),
  };
  return options.bodies ? { ...indexed, ...bodies(run, i, kind) } : indexed;
}

function bodies(run: Run, i: number, kind: string): Record<string, unknown> {
  if (kind === "tool") {
    const { args, result, callId, resultStep } = run.tool(i);
    return { callId, arguments: args, result: result?.parts, resultStep };
  }
  const body = run.body(i);
  return {
    request: body.request?.json ?? body.request?.text,
    response: body.response?.json ?? body.response?.text,
    error: body.error,
    before: body.before,
    after: body.after,
    message: run.message(i),
    answer: kind === "llm" ? run.exchange(i).answer?.message : undefined,
    messages: kind === "llm" && body.request === undefined ? run.messages(i).map((ref) => ref.read()) : undefined,
    raw: body.request === undefined && body.response === undefined && body.after === undefined ? body.raw() : undefined,
  };
}

function measured(value: unknown): unknown {
  return typeof value === "number" ? shortNumber(value) : value;
}

function dateOf(at: number | undefined): string | undefined {
  const dated = datedTime(at);
  return dated === undefined ? undefined : new Date(dated).toISOString();
}
