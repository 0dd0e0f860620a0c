import { field, isArray, isObject, type Json, type JsonObject, number, text } from "../../json/json.ts";
import type { Kind, RowFields, Tokens } from "../../trace/event.ts";

/** One frame of an Agent VCR recording (https://github.com/ixchio/agent-vcr), as the index needs it. */

const KINDS: readonly Kind[] = ["node", "tool", "llm", "error", "checkpoint"];

function kindOf(data: JsonObject): Kind {
  const type = text(field(data, "frame_type")) ?? "node";
  return KINDS.find((kind) => kind === type) ?? "raw";
}

/** The node's name without the kind in front of it; of a call the model where it is stored. */
function nameOf(data: JsonObject, kind: Kind): string {
  const node = text(field(data, "node_name")) ?? text(field(data, "frame_type")) ?? "frame";
  const bare = node.startsWith(`${kind}:`) ? node.slice(kind.length + 1) : node;
  return kind === "llm" ? (text(field(field(data, "metadata"), "model")) ?? bare) : bare;
}

/** Counts that are all 0 are the recorder's defaults: unknown. */
function tokensOf(metadata: Json | undefined): Tokens | undefined {
  const input = number(field(metadata, "tokens_input"));
  const out = number(field(metadata, "tokens_output"));
  if ((input ?? 0) === 0 && (out ?? 0) === 0) return undefined;
  return { ...(input !== undefined && { in: input }), ...(out !== undefined && { out }) };
}

export interface FrameError {
  readonly type?: string;
  readonly message: string;
}

/** A tool's error is a text in its output (`error_type` is then always "str"), any other stands in the metadata. */
export function errorOf(data: JsonObject): FrameError | undefined {
  const metadata = field(data, "metadata");
  const type = text(field(metadata, "error_type"));
  const told = field(field(data, "output_state"), "error");
  const message = text(told) ?? text(field(metadata, "error_message"));
  const failed = message !== undefined || type !== undefined || kindOf(data) === "error";
  if (!failed && (told === undefined || told === null || told === false)) return undefined;
  const words = message ?? (told === undefined || told === null ? "no message was recorded" : JSON.stringify(told));
  return { ...(type !== undefined && type !== "str" && { type }), message: words };
}

export function rowOf(data: JsonObject): Partial<RowFields> & Pick<RowFields, "kind"> {
  const kind = kindOf(data);
  const metadata = field(data, "metadata");
  const tokens = tokensOf(metadata);
  const cost = number(field(metadata, "cost_usd"));
  const copied = text(field(field(metadata, "custom"), "source")) === "golden_cache";
  return {
    kind,
    name: nameOf(data, kind),
    ...(errorOf(data) !== undefined && { status: "error" as const }),
    ...(copied && { origin: "replayed" as const }),
    ...(tokens !== undefined && { tokens }),
    ...(cost !== undefined && { cost }),
  };
}

/** How deep wrappers are looked for. */
const MAX_DEPTH = 100;

/**
 * A state without the wrappers of values that JSON has no form for: a date becomes its text, an enum its value,
 * an object of a class its fields with `__type__` first.
 */
export function untagged(value: Json, depth = 0): Json {
  if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return value;
  if (isArray(value)) return value.map((item) => untagged(item, depth + 1));
  const type = text(field(value, "__type__"));
  const data = field(value, "data");
  if (type !== undefined && data !== undefined) {
    const plain = untagged(data, depth + 1);
    return isObject(plain) && type !== "Enum" && type !== "datetime" ? { __type__: type, ...plain } : plain;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, untagged(item, depth + 1)]));
}

/** `state` after the changes of a frame recorded in diff mode: whole top-level keys are added, replaced, removed. */
export function changed(state: JsonObject, diff: Json): JsonObject {
  const entries = new Map(Object.entries(state));
  for (const change of isArray(diff) ? diff : []) {
    const key = text(field(change, "path"))?.replace(/^\//, "").replaceAll("~1", "/").replaceAll("~0", "~");
    if (key === undefined) continue;
    if (field(change, "op") === "remove") entries.delete(key);
    else entries.set(key, field(change, "value") ?? null);
  }
  return Object.fromEntries(entries);
}
