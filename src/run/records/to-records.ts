import { isObject } from "../../json/json.ts";
import { dialectById } from "../../providers/registry.ts";
import { vcrMessages } from "../../providers/vcr/messages/dialect.ts";
import type { Content } from "../../trace/content.ts";
import type { EventBody, Payload, RunHeader, StepName } from "../../trace/event.ts";
import type { ToolResult } from "../../trace/row-sink.ts";
import type { EventFields, EventRecord } from "../../trace/write/record.ts";
import type { Run } from "../run.ts";
import { storedFields, storedPlaces } from "./stored-fields.ts";

/**
 * Steps of a run as records that the writer takes, under their numbers. Where the run keeps messages rather than an
 * API's bodies (transcripts) they are written as such: nothing is made up that could be taken for a request. Expanded,
 * every request has its whole body to itself.
 */
export function* toRecords(
  run: Run,
  steps: Iterable<number>,
  { expand = false }: { readonly expand?: boolean } = {},
): Iterable<EventRecord> {
  const numbers = [...new Set(steps)].sort((a, b) => a - b);
  const brought = broughtResults(run);
  for (const step of numbers) {
    const i = run.indexOf(String(step));
    if (i < 0) continue;
    const record = recordOf(run, i, brought);
    yield expand ? expanded(record) : record;
  }
}

function expanded(record: EventRecord): EventRecord {
  if (!record.request) return record;
  const { repeated: _, ...request } = record.request;
  return { ...record, request };
}

/** The header of a file with steps of `run`: a run of its own, which says what it was taken from (`file`, as seen from it). */
export function headerOfCopy(run: Run, file: string, by: string): RunHeader {
  const { id, edits: _edits, ...header } = run.header;
  return { ...header, by, parent: { kind: "copy", file, ...(id !== undefined && { id }) } };
}

function recordOf(run: Run, i: number, brought: Brought): EventRecord {
  const {
    row: _row,
    step: _step,
    derived: _derived,
    turn: _turn,
    lane: _lane,
    parent: _parent,
    size: _size,
    ...fields
  } = run.row(i);
  const { callId } = fields.kind === "tool" ? run.tool(i) : {};
  // The changes on the way are kept beside what the agent asked.
  const body = run.asked.body(i);
  const native = run.format === "vcr";
  return {
    ...fields,
    ...(callId !== undefined && { callId }),
    ...connections(run, i, brought),
    ...(native && storedFields(body)),
    ...(told(run, i) ?? exchanged(body, fields.op, native)),
    ...(body.error && { error: body.error }),
    ...(body.before !== undefined && { before: body.before }),
    ...(body.after !== undefined && { after: body.after }),
    ...(isObject(body.sent) && { sent: body.sent }),
  };
}

/** A call or message that only the reader of its format understands; undefined where an API's dialect reads the bodies. */
function told(run: Run, i: number): Partial<EventRecord> | undefined {
  const { kind, name, op } = run.row(i);
  const { request } = run.body(i);
  const readable = op !== undefined && dialectById(op) !== undefined && request?.json !== undefined;
  if (kind === "message") {
    const message = run.message(i);
    return message && { op: vcrMessages.id, response: { body: JSON.stringify({ message }) } };
  }
  if (kind !== "llm" || readable) return undefined;
  const messages = run.messages(i).map((ref) => ref.read());
  const { facts, answer } = run.exchange(i);
  if (messages.length === 0 && !answer?.message) return undefined;
  const asked = { model: name, ...(facts && facts.system.length > 0 && { system: facts.system }), messages };
  return {
    op: vcrMessages.id,
    request: { body: JSON.stringify(asked), repeated: vcrMessages.repeated },
    ...(answer?.message && { response: { body: JSON.stringify({ message: answer.message, stop: answer.stop }) } }),
  };
}

/** Request and response as they were. */
export function exchanged(body: EventBody, op: string | undefined, native: boolean): Partial<EventRecord> {
  const { request, response } = body;
  const masked = (side: "request" | "response") => native && { masked: storedPlaces(body, side) };
  const dialect = op === undefined ? undefined : dialectById(op);
  return {
    ...(request && {
      request: {
        ...(request.method !== undefined && { method: request.method }),
        ...(request.path !== undefined && { path: request.path }),
        ...(request.url !== undefined && { url: request.url }),
        ...(request.headers && { headers: request.headers }),
        ...withBody(request),
        ...masked("request"),
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
        ...masked("response"),
      },
    }),
  };
}

/** Calls of the answer and the results that the request brought for the first time. */
function connections(run: Run, i: number, brought: Brought): Pick<EventFields, "calls" | "results"> {
  const row = run.row(i);
  if (row.kind !== "llm") return {};
  const calls = run.exchange(i).answer?.calls ?? [];
  const results = new Map<string, ToolResult>();
  for (const ref of run.messages(i).slice(run.sharedMessages(i)))
    for (const part of ref.read().parts)
      if (part.type === "result") results.set(part.id, { id: part.id, ...(part.isError && { isError: true }) });
  for (const result of brought.get(row.step) ?? []) results.set(result.id, result);
  return {
    ...(calls.length > 0 && { calls: calls.map(({ id, name }) => ({ id, name })) }),
    ...(results.size > 0 && { results: [...results.values()] }),
  };
}

/** Results by the step that brought them, as the derived rows of their calls know them: formats may have measured these. */
type Brought = ReadonlyMap<StepName, readonly ToolResult[]>;

function broughtResults(run: Run): Brought {
  const brought = new Map<StepName, ToolResult[]>();
  for (let i = 0; i < run.length; i++) {
    const row = run.row(i);
    if (!row.derived || row.kind !== "tool") continue;
    const { callId, resultStep } = run.tool(i);
    if (callId === undefined || resultStep === undefined) continue;
    const end = row.at === undefined || row.durationMs === undefined ? undefined : row.at + row.durationMs;
    const told = end !== undefined && end !== run.row(run.indexOf(resultStep)).at;
    const result = { id: callId, ...(row.status === "error" && { isError: true }), ...(told && { at: end }) };
    brought.set(resultStep, [...(brought.get(resultStep) ?? []), result]);
  }
  return brought;
}

function withBody({ text, bytes, json }: Payload): { readonly body?: Content } {
  if (text !== undefined) return { body: text };
  if (bytes !== undefined) return { body: bytes };
  return json === undefined ? {} : { body: JSON.stringify(json) };
}
