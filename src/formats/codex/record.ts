import { field, isArray, isObject, type Json, type JsonObject, parse, text } from "../../json/json.ts";
import { execItems, threadItems } from "./thread-items.ts";
import { usageOf } from "./usage.ts";

/**
 * One record of a rollout, whatever its form: `{timestamp, type, payload}` since September 2025, bare items before that,
 * the events of `codex exec --json`. Source: `codex-rs/protocol/src/protocol.rs` and `codex-rs/exec/src/exec_events.rs`.
 */
export type CodexRecord =
  | { readonly kind: "meta"; readonly meta: JsonObject }
  | { readonly kind: "context"; readonly context: JsonObject }
  /** What was said, in the form of the Responses API. `mirror`: an event that repeats what an item says, or stands for it. */
  | { readonly kind: "items"; readonly items: readonly JsonObject[]; readonly mirror: boolean }
  /** `total`: the thread's sum so far, which tells a repeated count from a new one. */
  | { readonly kind: "usage"; readonly usage: JsonObject; readonly total: string | undefined; readonly of: UsageOf }
  | { readonly kind: "compacted"; readonly history: readonly Json[] | undefined; readonly message: string | undefined }
  /** `n` turns of the user were taken back. */
  | { readonly kind: "rollback"; readonly turns: number }
  /** A tool's own report. */
  | { readonly kind: "report"; readonly callId: string; readonly type: string; readonly report: JsonObject }
  | { readonly kind: "failure"; readonly type: string }
  | { readonly kind: "checkpoint"; readonly type: string }
  | { readonly kind: "node"; readonly type: string }
  | { readonly kind: "other"; readonly type: string };

/** A response as its own record, as the event that may come again, or a whole turn's sum. */
export type UsageOf = "response" | "count" | "turn";

const WHOLE = new Set(["message", "reasoning", "ghost_snapshot", "compaction", "compaction_summary"]);

function isItem(type: string): boolean {
  return WHOLE.has(type) || type.endsWith("_call") || type.endsWith("_output");
}

function typeOf(value: Json | undefined): string {
  return text(field(value, "type")) ?? "record";
}

/** A line: undefined when it is no JSON. */
export function decodeRecord(bytes: Buffer): Json | undefined {
  return parse(bytes.toString("utf8"));
}

export function recordOf(record: Json): CodexRecord {
  if (!isObject(record)) return { kind: "other", type: "not a record" };
  const type = typeOf(record);
  const payload = field(record, "payload");
  if (isObject(payload)) return enveloped(type, payload);
  const message = field(record, "msg");
  if (isObject(message)) return eventOf(message);
  if (type.includes(".") || type === "error") return execEvent(type, record);
  if (isItem(type)) return itemRecord(record, type);
  if (field(record, "record_type") !== undefined) {
    return { kind: "other", type: text(field(record, "record_type")) ?? "record" };
  }
  const begins = ["id", "timestamp", "instructions"].every((key) => Object.hasOwn(record, key));
  return begins ? { kind: "meta", meta: record } : { kind: "other", type };
}

function enveloped(type: string, payload: JsonObject): CodexRecord {
  switch (type) {
    case "session_meta":
      return { kind: "meta", meta: payload };
    case "turn_context":
      return { kind: "context", context: payload };
    case "response_item":
      return itemRecord(payload, typeOf(payload));
    case "event_msg":
      return eventOf(payload);
    case "compacted": {
      const history = field(payload, "replacement_history");
      return {
        kind: "compacted",
        history: isArray(history) ? history : undefined,
        message: text(field(payload, "message")),
      };
    }
    case "token_usage_record": {
      const usage = field(payload, "usage");
      if (!isObject(usage)) return { kind: "other", type };
      return { kind: "usage", usage, total: undefined, of: "response" };
    }
    default:
      return { kind: "other", type };
  }
}

function itemRecord(item: JsonObject, type: string): CodexRecord {
  if (type === "ghost_snapshot" || type.startsWith("compaction")) return { kind: "checkpoint", type };
  return isItem(type) ? { kind: "items", items: [item], mirror: false } : { kind: "other", type };
}

const FAILURES = new Set(["error", "stream_error", "turn_aborted"]);
const NODES = new Set(["entered_review_mode", "exited_review_mode"]);
const CHECKPOINTS = new Set(["context_compacted", "undo_completed"]);

function eventOf(event: JsonObject): CodexRecord {
  const type = typeOf(event);
  if (type === "token_count") return countOf(event);
  const items = threadItems(event);
  if (items !== undefined) return { kind: "items", items, mirror: true };
  const inner = field(event, "item");
  const callId = text(field(event, "call_id")) ?? (type === "item_completed" ? text(field(inner, "id")) : undefined);
  const report = isObject(inner) ? inner : event;
  if (callId !== undefined) return { kind: "report", callId, type: typeOf(report), report };
  if (type === "thread_rolled_back") {
    const turns = field(event, "num_turns");
    return { kind: "rollback", turns: typeof turns === "number" ? turns : 0 };
  }
  if (FAILURES.has(type)) return { kind: "failure", type };
  if (CHECKPOINTS.has(type)) return { kind: "checkpoint", type };
  return { kind: NODES.has(type) ? "node" : "other", type };
}

/** The counts of the last response; an early version wrote them without names around them. `info: null` tells limits only. */
function countOf(event: JsonObject): CodexRecord {
  const info = field(event, "info");
  const last = field(info, "last_token_usage");
  const total = field(info, "total_token_usage");
  const usage = isObject(last) && usageOf(last) !== undefined ? last : info === undefined ? event : undefined;
  if (usage === undefined || usageOf(usage) === undefined) return { kind: "other", type: "token_count" };
  return { kind: "usage", usage, total: total === undefined ? undefined : JSON.stringify(total), of: "count" };
}

function execEvent(type: string, record: JsonObject): CodexRecord {
  if (type === "thread.started") return { kind: "meta", meta: { id: field(record, "thread_id") ?? null } };
  const usage = field(record, "usage");
  if (type === "turn.completed" && isObject(usage)) return { kind: "usage", usage, total: undefined, of: "turn" };
  if (type === "turn.failed" || type === "error") return { kind: "failure", type };
  const item = field(record, "item");
  if (!isObject(item)) return { kind: "other", type };
  const items = execItems(item, type === "item.completed");
  if (items !== undefined) return { kind: "items", items, mirror: false };
  return typeOf(item) === "error" ? { kind: "failure", type: "error" } : { kind: "other", type: typeOf(item) };
}

/** The object in a record that says what it is about. */
export function payloadOf(record: Json): JsonObject {
  const payload = field(record, "payload") ?? field(record, "msg") ?? record;
  return isObject(payload) ? payload : {};
}
