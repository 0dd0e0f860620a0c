import type { Run } from "../../run/run.ts";
import { datedTime } from "../selectors/totals.ts";

/** One event as JSON Lines give it: indexed fields always, bodies where asked for. Unknown fields are absent. */
export function eventJson(run: Run, i: number, options: { readonly bodies: boolean }): Record<string, unknown> {
  const { row: _row, repeats: _repeats, repeatedBy: _later, attempt: _nth, seq, parent, lane, ...row } = run.row(i);
  const { step, kind, name, status, ...rest } = row;
  const shared = run.lanes.length > 1 ? { lane: run.lanes[lane]?.name } : {};
  const under = parent === undefined ? {} : { parent: run.row(run.indexOfRow(parent)).step };
  const indexed = {
    step,
    seq,
    kind,
    name,
    status,
    ...rest,
    at: timeOf(rest.at),
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

/** A date where it is one; milliseconds since the run began where the file has no clock. */
function timeOf(at: number | undefined): string | number | undefined {
  return datedTime(at) === undefined ? at : new Date(at!).toISOString();
}
