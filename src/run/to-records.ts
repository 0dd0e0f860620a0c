import { dialectById } from "../providers/registry.ts";
import type { Content } from "../trace/content.ts";
import type { Payload } from "../trace/event.ts";
import type { EventFields, EventRecord } from "../trace/record.ts";
import type { Run } from "./run.ts";

/** Steps of a run as records that the writer takes: what a foreign file holds as far as it has a place in ours. */
export function* toRecords(run: Run, steps: Iterable<number>): Iterable<EventRecord> {
  for (const step of steps) {
    const i = run.indexOf(String(step));
    if (i >= 0) yield recordOf(run, i);
  }
}

function recordOf(run: Run, i: number): EventRecord {
  const {
    row: _row,
    seq: _seq,
    step: _step,
    derived: _derived,
    turn: _turn,
    lane: _lane,
    parent: _parent,
    size: _size,
    ...fields
  } = run.row(i);
  const body = run.body(i);
  const dialect = fields.op === undefined ? undefined : dialectById(fields.op);
  const { request, response } = body;
  return {
    ...fields,
    ...connections(run, i),
    ...(request && {
      request: {
        ...(request.method !== undefined && { method: request.method }),
        ...(request.path !== undefined && { path: request.path }),
        ...(request.url !== undefined && { url: request.url }),
        ...(request.headers && { headers: request.headers }),
        ...withBody(request),
        ...(dialect && { repeated: dialect.repeated }),
      },
    }),
    ...(response && {
      response: {
        ...(response.status !== undefined && { status: response.status }),
        ...(response.headers && { headers: response.headers }),
        ...(response.streamed && { streamed: true }),
        ...(response.cut && { cut: true }),
        ...(response.chunks && { chunks: response.chunks }),
        ...withBody(response),
      },
    }),
    ...(body.error && { error: body.error }),
    ...(body.before !== undefined && { before: body.before }),
    ...(body.after !== undefined && { after: body.after }),
  };
}

/** Calls of the answer and the results that the request brought for the first time. */
function connections(run: Run, i: number): Pick<EventFields, "calls" | "results"> {
  const row = run.row(i);
  if (row.kind !== "llm") return {};
  const calls = run.exchange(i).answer?.calls ?? [];
  const shared = run.sharedMessages(i);
  const results = run
    .messages(i)
    .slice(shared)
    .flatMap((ref) => ref.read().parts)
    .flatMap((part) => (part.type === "result" ? [{ id: part.id, ...(part.isError && { isError: true }) }] : []));
  return {
    ...(calls.length > 0 && { calls: calls.map(({ id, name }) => ({ id, name })) }),
    ...(results.length > 0 && { results }),
  };
}

function withBody({ text, bytes, json }: Payload): { readonly body?: Content } {
  if (text !== undefined) return { body: text };
  if (bytes !== undefined) return { body: bytes };
  return json === undefined ? {} : { body: JSON.stringify(json) };
}
