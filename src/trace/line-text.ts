import type { Json, JsonObject } from "../json/json.ts";
import type { RunHeader } from "./event.ts";
import type { EventFields } from "./record.ts";
import type { ToolCall, ToolResult } from "./row-sink.ts";

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
  const written = pairs.flatMap(([key, json]) => (json === undefined ? [] : [`${JSON.stringify(key)}:${json}`]));
  return `{${written.join(",")}}`;
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
  const whole = indexedPairs(first, event, lists);
  const fits = Buffer.byteLength(objectText(whole)) <= INDEXED_BYTES;
  const indexed = fits ? whole : [...indexedPairs(first, event, cutLists(lists)), ["more", "true"] as const];
  return objectText([...indexed, ...bodies, ["rest", fits ? undefined : json(lists)]]);
}

interface Lists {
  readonly calls?: Json;
  readonly results?: Json;
}

function indexedPairs(first: JsonObject, event: EventFields & { readonly kind?: string }, lists: Lists): Pairs {
  const { kind, name, provider, op, agent, callId, at, status, origin, durationMs, approximate } = event;
  const { tokens, cost, httpStatus, retryOf, edits, fp, fpv, extra = {} } = event;
  const known = {
    ...{ ...first, kind, name, provider, op: shortOp(op, provider), agent, callId, at, status, origin, durationMs },
    ...{ approximate, tokens, cost, httpStatus, retryOf, edits, ...lists, fp, fpv },
  };
  const further = Object.entries(extra).filter(([key]) => !Object.hasOwn(known, key) && !RESERVED.has(key));
  return [...Object.entries(known), ...further].map(([key, value]) => [key, json(value)] as const);
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
