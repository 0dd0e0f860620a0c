import { field, isArray, isObject, type Json, type JsonObject, number, text } from "../json/json.ts";
import {
  KINDS,
  type Kind,
  ORIGINS,
  type RowFields,
  type RunHeader,
  STATUSES,
  type Status,
  type Tokens,
} from "./event.ts";
import type { ToolCall, ToolResult } from "./row-sink.ts";

/** What the fields of a line mean. Anything of another shape than FORMAT.md says reads as missing. */

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const EDITS = ["request", "answer", "tool-result"] as const;
const NAMES = ["name", "provider", "agent"] as const;
const NUMBERS = ["at", "durationMs", "cost", "httpStatus", "retryOf"] as const;
const TOKENS = ["in", "out", "cacheRead", "cacheWrite", "reasoning"] as const;
/** Kinds that happen at a moment: there is no end to wait for. */
const AT_ONCE: ReadonlySet<Kind> = new Set<Kind>(["message", "checkpoint", "raw"]);

/** The indexed part of a `seq` or `end` line. */
export function rowFields(line: JsonObject): Partial<RowFields> {
  const fields: Writable<Partial<RowFields>> = {};
  for (const key of NAMES) {
    const value = text(line[key]);
    if (value !== undefined) fields[key] = value;
  }
  for (const key of NUMBERS) {
    const value = number(line[key]);
    if (value !== undefined) fields[key] = value;
  }
  if (line.kind !== undefined) fields.kind = KINDS.find((kind) => kind === line.kind) ?? "raw";
  const status = STATUSES.find((each) => each === line.status);
  if (status) fields.status = status;
  const origin = ORIGINS.find((each) => each === line.origin);
  if (origin) fields.origin = origin;
  const op = text(line.op);
  if (op !== undefined) fields.op = op.includes("/") || !fields.provider ? op : `${fields.provider}/${op}`;
  if (line.approximate === true) fields.approximate = true;
  if (line.tokens !== undefined) fields.tokens = tokensOf(line.tokens);
  if (isArray(line.edits)) fields.edits = EDITS.filter((edit) => isArray(line.edits) && line.edits.includes(edit));
  return fields;
}

/** Status of a `seq` line that does not state one. */
export function openingStatus(kind: Kind): Status {
  if (kind === "error") return "error";
  return AT_ONCE.has(kind) ? "ok" : "pending";
}

function tokensOf(value: Json): Tokens {
  const tokens: Writable<Tokens> = {};
  for (const key of TOKENS) {
    const count = number(field(value, key));
    if (count !== undefined) tokens[key] = count;
  }
  return tokens;
}

export function callsOf(value: Json | undefined): readonly ToolCall[] {
  if (!isArray(value)) return [];
  return value.flatMap((call) => {
    const [id, name] = isArray(call) ? call : [];
    return typeof id === "string" && typeof name === "string" ? [{ id, name }] : [];
  });
}

export function resultsOf(value: Json | undefined): readonly ToolResult[] {
  if (!isArray(value)) return [];
  return value.flatMap((result): ToolResult[] => {
    if (typeof result === "string") return [{ id: result }];
    const id = text(field(result, "id"));
    if (id === undefined) return [];
    const isError = field(result, "isError");
    const at = number(field(result, "at"));
    return [{ id, ...(typeof isError === "boolean" && { isError }), ...(at !== undefined && { at }) }];
  });
}

export function runHeader(line: JsonObject): RunHeader {
  const { id, created, by, argv, cwd, title, meta, tags, parent, edits } = line;
  const time = typeof created === "string" ? Date.parse(created) : number(created);
  return {
    ...strings({ id, by, cwd, title }),
    ...(time !== undefined && Number.isFinite(time) && { created: time }),
    ...(isArray(argv) && { argv: argv.filter((arg) => typeof arg === "string") }),
    ...(isObject(meta) && { meta }),
    ...(isArray(tags) && { tags: tags.filter((tag) => typeof tag === "string") }),
    ...(isObject(parent) && { parent: parentOf(parent) }),
    ...(edits !== undefined && { edits }),
  };
}

function parentOf({ kind, id, file, sha256, at }: JsonObject): NonNullable<RunHeader["parent"]> {
  const step = number(at);
  return { ...strings({ kind, id, file, sha256 }), ...(step !== undefined && { at: step }) };
}

function strings<K extends string>(values: Record<K, Json | undefined>): { readonly [key in K]?: string } {
  const kept: { [key in K]?: string } = {};
  for (const key in values) {
    const value = text(values[key]);
    if (value !== undefined) kept[key] = value;
  }
  return kept;
}

/** How the recorded process ended. */
export function exitOf(line: JsonObject): NonNullable<RunHeader["exit"]> {
  const code = number(field(line.exit, "code"));
  const signal = text(field(line.exit, "signal"));
  const at = number(line.at);
  return {
    ...(code !== undefined && { code }),
    ...(signal !== undefined && { signal }),
    ...(at !== undefined && { at }),
  };
}
