import { isArray, isObject, type Json, type JsonObject } from "../../json/json.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";
import type { DraftState } from "./draft-state.ts";

/** Parameters of the first live request, as they were recorded. */

/** What is said, and what the agent waits for, are no parameters. */
const NOT_SET = new Set([
  "stream",
  "previous_response_id",
  "conversation",
  "instructions",
  "system",
  "prompt",
  "input",
]);
/** Objects whose members are parameters. */
const INSIDE = ["generationConfig", "generation_config"];
const LONGEST = 60;

type Parameters = ReadonlyMap<Pointer, Json | undefined>;

let last: { readonly key: readonly unknown[]; readonly found: Parameters } | undefined;

/** Single values by pointer; the model and the temperature always. */
export function recordedParameters(draft: DraftState): Parameters {
  const key = [draft.run, draft.run.version, limitOf(draft), modelOf(draft)];
  if (!last || key.some((value, n) => value !== last?.key[n])) last = { key, found: read(draft) };
  return last.found;
}

function read(draft: DraftState): Parameters {
  const request = firstLiveRequest(draft);
  const found = new Map<Pointer, Json | undefined>([["/model", modelOf(draft)]]);
  if (!isObject(request)) return found;
  const inside = INSIDE.find((name) => isObject(request[name]));
  const temperature = inside === undefined ? "/temperature" : `/${inside}/temperature`;
  take(found, request, "");
  const inner = inside === undefined ? undefined : request[inside];
  if (inside !== undefined && isObject(inner)) take(found, inner, `/${inside}`);
  if (!found.has(temperature)) found.set(temperature, undefined);
  return found;
}

function take(found: Map<Pointer, Json | undefined>, object: JsonObject, under: Pointer): void {
  for (const [name, value] of Object.entries(object))
    if (!NOT_SET.has(name) && isSingle(value)) found.set(childPointer(under, name), value);
}

function isSingle(value: Json | undefined): boolean {
  if (value === undefined || isArray(value) || isObject(value)) return false;
  return typeof value !== "string" || value.length <= LONGEST;
}

function modelOf({ outlook }: DraftState): Json | undefined {
  return outlook?.planned.type === "planned" ? outlook.planned.preview.models[0] : undefined;
}

/** The first recorded call at the boundary or behind it; the last of the run where none is. */
function firstLiveRequest(draft: DraftState): Json | undefined {
  const { run } = draft;
  const from = Math.max(0, run.indexOf(String(limitOf(draft) ?? 0)));
  for (let i = from; i < run.length; i++) if (run.row(i).kind === "llm") return run.body(i).request?.json;
  for (let i = Math.min(from, run.length) - 1; i >= 0; i--)
    if (run.row(i).kind === "llm") return run.body(i).request?.json;
  return undefined;
}

/** The first live step, once it is known. */
export function limitOf({ outlook }: DraftState): number | undefined {
  return outlook?.planned.type === "planned" ? outlook.planned.preview.limit : undefined;
}
