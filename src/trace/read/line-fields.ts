import { field, isArray, isObject, type Json, type JsonObject, number, text } from "../../json/json.ts";
import {
  KINDS,
  type Kind,
  ORIGINS,
  type RowFields,
  type RunHeader,
  STATUSES,
  type Status,
  type Tokens,
} from "../event.ts";
import type { ToolCall, ToolResult } from "../row-sink.ts";

/** What the fields of a line mean. Anything of another shape than FORMAT.md says reads as missing. */

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const EDITS = ["request", "answer", "tool-result"] as const;
const TOKENS = ["in", "out", "cacheRead", "cacheWrite", "reasoning"] as const;
/** Kinds that happen at a moment: there is no end to wait for. */
const AT_ONCE: ReadonlySet<Kind> = new Set<Kind>(["message", "checkpoint", "raw"]);

/** What a `seq` line says of its event, with the kind and status it means where it states none. */
export function openingFields(
  line: JsonObject,
  size: number,
  httpStatus: number | undefined,
): Partial<RowFields> & Pick<RowFields, "kind"> {
  const kind = kindOf(line.kind) ?? "raw";
  const fields: Writable<Partial<RowFields>> & Pick<RowFields, "kind"> = { kind, size };
  readFields(line, fields);
  fields.status ??= openingStatus(kind);
  if (httpStatus !== undefined) fields.httpStatus ??= httpStatus;
  return fields;
}

/** What an `end` line says of its event. */
export function endingFields(
  line: JsonObject,
  size: number,
  httpStatus: number | undefined,
): Writable<Partial<RowFields>> {
  const fields: Writable<Partial<RowFields>> = { size };
  const kind = kindOf(line.kind);
  if (kind) fields.kind = kind;
  readFields(line, fields);
  if (httpStatus !== undefined) fields.httpStatus ??= httpStatus;
  return fields;
}

function kindOf(value: Json | undefined): Kind | undefined {
  return value === undefined ? undefined : (KINDS.find((kind) => kind === value) ?? "raw");
}

/** Only keys that are there are looked at: a line has few of them, and there are many lines. */
function readFields(line: JsonObject, fields: Writable<Partial<RowFields>>): void {
  for (const key in line) {
    const value = line[key];
    switch (key) {
      case "name":
      case "provider":
      case "op":
      case "agent":
        if (typeof value === "string") fields[key] = value;
        break;
      case "at":
      case "durationMs":
      case "cost":
      case "httpStatus":
      case "retryOf":
        if (typeof value === "number") fields[key] = value;
        break;
      default:
        readRareField(key, value, fields);
    }
  }
  if (fields.op !== undefined && fields.provider !== undefined) fields.op = dialectOf(fields.provider, fields.op);
}

function readRareField(key: string, value: Json | undefined, fields: Writable<Partial<RowFields>>): void {
  if (key === "status") {
    const status = STATUSES.find((each) => each === value);
    if (status) fields.status = status;
  } else if (key === "origin") {
    const origin = ORIGINS.find((each) => each === value);
    if (origin) fields.origin = origin;
  } else if (key === "tokens" && isObject(value)) fields.tokens = tokensOf(value);
  else if (key === "approximate" && value === true) fields.approximate = true;
  else if (key === "loose") fields.match = "loose";
  else if (key === "miss") fields.match = "missed";
  else if (key === "edits" && isArray(value)) fields.edits = EDITS.filter((edit) => value.includes(edit));
}

/** "chat" of "openai" is the dialect "openai/chat"; few pairs are ever met, so each is made once. */
const dialects = new Map<string, Map<string, string>>();

function dialectOf(provider: string, op: string): string {
  if (op.includes("/")) return op;
  const known = dialects.get(provider)?.get(op);
  if (known !== undefined) return known;
  const dialect = `${provider}/${op}`;
  const ofProvider = dialects.get(provider) ?? new Map<string, string>();
  if (dialects.size < 1000 && ofProvider.size < 1000) dialects.set(provider, ofProvider.set(op, dialect));
  return dialect;
}

/** Status of a `seq` line that does not state one. */
function openingStatus(kind: Kind): Status {
  if (kind === "error") return "error";
  return AT_ONCE.has(kind) ? "ok" : "pending";
}

function tokensOf(value: JsonObject): Tokens {
  const tokens: Writable<Tokens> = {};
  for (const key of TOKENS) {
    const count = number(value[key]);
    if (count !== undefined) tokens[key] = count;
  }
  return tokens;
}

export function callsOf(value: Json | undefined): readonly ToolCall[] {
  const calls: ToolCall[] = [];
  for (const call of isArray(value) ? value : []) {
    if (!isArray(call)) continue;
    const id = call[0];
    const name = call[1];
    if (typeof id === "string" && typeof name === "string") calls.push({ id, name });
  }
  return calls;
}

export function resultsOf(value: Json | undefined): readonly ToolResult[] {
  const results: ToolResult[] = [];
  for (const result of isArray(value) ? value : []) {
    const id = typeof result === "string" ? result : text(field(result, "id"));
    if (id === undefined) continue;
    const isError = field(result, "isError");
    const at = number(field(result, "at"));
    results.push({ id, ...(typeof isError === "boolean" && { isError }), ...(at !== undefined && { at }) });
  }
  return results;
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
