import { sameJson } from "../../identity/canonical.ts";
import { isArray, isObject, type Json, parse } from "../../json/json.ts";
import { childPointer, getPointer, type Pointer } from "../../json/pointer.ts";
import type { Dialect } from "../../providers/dialect.ts";
import { dialectById } from "../../providers/registry.ts";
import { partsText } from "../../run/rows/what.ts";
import type { Run } from "../../run/run.ts";
import type { StepName } from "../../trace/event.ts";
import { resultPlaces, resultValue } from "../rewrite/tool-result-place.ts";
import type { EditSpec } from "./edit-spec.ts";

/** What an edit of a step begins with: the body as it was recorded, or what the tool said. */
export type RecordedValue =
  | { readonly found: true; readonly value: Json }
  /** In words for people. */
  | { readonly found: false; readonly why: string };

export function recordedValue(run: Run, step: StepName, side: EditSpec["side"]): RecordedValue {
  const i = run.indexOf(step);
  if (i < 0) return { found: false, why: `there is no step ${step}` };
  if (side === "result") return recordedResult(run, i);
  const { request, response } = run.body(i);
  if (request?.path === undefined)
    return { found: false, why: `${run.formatTitle} keeps no requests as they were sent` };
  const value = side === "request" ? request.json : response?.json;
  if (value !== undefined) return { found: true, value };
  return { found: false, why: `step ${step} has no ${side === "request" ? "request" : "answer"} in JSON` };
}

/** As the first request that carries it says it. */
function recordedResult(run: Run, i: number): RecordedValue {
  const { step, kind } = run.row(i);
  if (kind !== "tool") return { found: false, why: `step ${step} is no tool call` };
  const { callId, resultStep, result } = run.tool(i);
  if (callId === undefined)
    return { found: false, why: "the call has no id by which the model was told of its result" };
  const first = resultStep === undefined ? i + 1 : run.indexOf(resultStep);
  const last = resultStep === undefined ? run.length : first + 1;
  for (let at = Math.max(first, 0); at < last; at++) {
    const dialect = dialectOfRow(run, at);
    const request = dialect && run.body(at).request?.json;
    const [place] = dialect && request !== undefined ? resultPlaces(request, dialect, callId) : [];
    if (place) return { found: true, value: resultValue(place.content) };
  }
  // A file that keeps messages: what the tool said is all there is.
  if (result) return { found: true, value: partsText(result.parts) };
  return { found: false, why: `no later request carries the result of ${step}` };
}

function dialectOfRow(run: Run, i: number): Dialect | undefined {
  const { kind, op } = run.row(i);
  return kind === "llm" && op !== undefined ? dialectById(op) : undefined;
}

/** Pointer of the nth message (as `run.messages` counts) in the request of call i. */
export function messagePointer(run: Run, i: number, n: number): Pointer | undefined {
  const dialect = dialectOfRow(run, i);
  const request = run.body(i).request?.json;
  if (dialect === undefined || request === undefined) return undefined;
  const list = getPointer(request, dialect.conversation);
  if (isArray(list)) return n < list.length ? childPointer(dialect.conversation, n) : undefined;
  return list === undefined || n > 0 ? undefined : dialect.conversation;
}

/** The tool row whose call has this id, at or before row i; -1 where there is none near. */
export function toolRowOf(run: Run, i: number, callId: string): number {
  for (let at = i; at >= 0 && at > i - MOST_ROWS; at--)
    if (run.row(at).kind === "tool" && run.tool(at).callId === callId) return at;
  return -1;
}

const MOST_ROWS = 2000;

/** Places inside `value` that hold `wanted`: as it is, or as a text that is its JSON. In document order. */
export function placesOf(value: Json, wanted: Json, pointer: Pointer = ""): readonly Pointer[] {
  if (holds(value, wanted)) return [pointer];
  if (isArray(value)) return value.flatMap((item, i) => placesOf(item, wanted, childPointer(pointer, i)));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : placesOf(member, wanted, childPointer(pointer, key)),
  );
}

function holds(value: Json, wanted: Json): boolean {
  if (typeof wanted !== "object" || wanted === null) return value === wanted;
  const inside = typeof value === "string" ? parse(value) : value;
  return typeof inside === "object" && inside !== null && sameJson(inside, wanted);
}
