import type { Json, JsonObject } from "../../json/json.ts";
import type { RunHeader } from "../event.ts";
import type { ToolCall, ToolResult } from "../row-sink.ts";
import type { EventFields } from "./record.ts";

/** The text of lines, fields in the order of FORMAT.md. Bodies come as text that is JSON already. */

/** Bytes the indexed part of a line may take. */
const INDEXED_BYTES = 2048;

/** Keys that a line may have besides the indexed ones. */
const RESERVED = new Set([
  ...["vcr", "msg", "seq", "edit", "end", "exit", "more", "calls", "results"],
  ...["request", "response", "error", "before", "after", "rest", "sent"],
]);

/** `"key":value` pairs of an object whose values are JSON texts; undefined ones are left out. */
export type Pairs = readonly (readonly [key: string, json: string | undefined])[];

export function objectText(pairs: Pairs): string {
  return `{${pairsText(pairs)}}`;
}

function pairsText(pairs: Pairs): string {
  let text = "";
  for (const [key, json] of pairs)
    if (json !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${json}`;
  return text;
}

export function json(value: Json | object | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

export function headerLine(header: RunHeader): string {
  const { id, created, by, argv, cwd, title, meta, tags, parent, edits } = header;
  const time = created === undefined ? undefined : new Date(created).toISOString();
  return JSON.stringify({ vcr: 1, id, created: time, by, argv, cwd, title, meta, tags, parent, edits });
}

/**
 * A `seq`, `edit` or `end` line. `first` is its first pair, `bodies` what follows the indexed fields.
 * Lists of calls that do not fit are cut there and stand whole at the end.
 */
export function eventLine(first: JsonObject, event: EventFields & { readonly kind?: string }, bodies: Pairs): string {
  const lists = listsOf(event);
  const whole = indexedText(first, event, lists);
  if (Buffer.byteLength(whole) + 2 <= INDEXED_BYTES) {
    const rest = pairsText(bodies);
    return rest === "" ? `{${whole}}` : `{${whole},${rest}}`;
  }
  const cut = indexedText(first, event, cutLists(lists));
  return `{${cut},${pairsText([["more", "true"], ...bodies, ["rest", json(lists)]])}}`;
}

interface Lists {
  readonly calls?: Json;
  readonly results?: Json;
}

/** In their order. */
const INDEXED = [
  ...["kind", "name", "provider", "op", "agent", "callId", "at", "status", "origin", "durationMs", "approximate"],
  ...["tokens", "cost", "httpStatus", "retryOf", "edits", "calls", "results", "fp", "fpv"],
] as const;
const INDEXED_NAMES = INDEXED.map((key) => [key, `,"${key}":`] as const);
const KNOWN: ReadonlySet<string> = new Set(INDEXED);

/** Written for each line of a run, so without a list of pairs in between. */
function indexedText(first: JsonObject, event: EventFields & { readonly kind?: string }, lists: Lists): string {
  let text = JSON.stringify(first).slice(1, -1);
  for (const [key, named] of INDEXED_NAMES) {
    const value =
      key === "op" ? shortOp(event.op, event.provider) : key === "calls" || key === "results" ? lists[key] : event[key];
    if (value !== undefined) text += named + JSON.stringify(value);
  }
  const known = (key: string): boolean => KNOWN.has(key) || RESERVED.has(key);
  const extra = pairsText(
    Object.entries(event.extra ?? {}).map(([key, value]) => [key, known(key) ? undefined : json(value)]),
  );
  return extra === "" ? text : `${text},${extra}`;
}

/** "openai/chat" of provider "openai" is "chat". */
function shortOp(op: string | undefined, provider: string | undefined): string | undefined {
  return op?.startsWith(`${provider}/`) && op.indexOf("/") === op.lastIndexOf("/") ? op.slice(op.indexOf("/") + 1) : op;
}

function listsOf({ calls, results }: EventFields): Lists {
  return {
    ...(calls && { calls: calls.map(({ id, name }: ToolCall) => [id, name]) }),
    ...(results && { results: results.map(resultOf) }),
  };
}

function resultOf(result: ToolResult): Json {
  const { id, isError, at } = result;
  if (isError === undefined && at === undefined) return id;
  return { id, ...(isError !== undefined && { isError }), ...(at !== undefined && { at }) };
}

/** The beginning of each list, short enough for both. */
function cutLists(lists: Lists): Lists {
  const cut = (list: Json | undefined): Json[] => {
    const kept: Json[] = [];
    let left = INDEXED_BYTES / 4;
    for (const item of Array.isArray(list) ? list : []) {
      left -= Buffer.byteLength(JSON.stringify(item)) + 1;
      if (left < 0) break;
      kept.push(item);
    }
    return kept;
  };
  return {
    ...(lists.calls !== undefined && { calls: cut(lists.calls) }),
    ...(lists.results !== undefined && { results: cut(lists.results) }),
  };
}
