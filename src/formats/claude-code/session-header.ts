import { field, type Json, type JsonObject, text } from "../../json/json.ts";
import { defined } from "../../providers/defined.ts";
import type { RunHeader } from "../../trace/event.ts";
import type { RowSink } from "../../trace/row-sink.ts";
import { timeOf } from "../time-of.ts";
import { typeOf } from "./record.ts";

const GATHERED = ["id", "by", "cwd", "created", "title", "meta"] as const;

/** Gathers what single records say of the session as a whole, and reports it whenever there is more. */
export class SessionHeader {
  /** The agent whose own file this is, when it is a sub-agent's. */
  agentId: string | undefined;
  sessionId: string | undefined;
  #header: RunHeader | undefined;
  readonly #sink: RowSink;

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  take(record: JsonObject): void {
    const before = this.#header ?? {};
    const id = before.id ?? text(field(record, "sessionId")) ?? text(field(record, "session_id"));
    const version = text(field(record, "version")) ?? text(field(record, "claude_code_version"));
    const cwd = before.cwd ?? text(field(record, "cwd"));
    const created = before.created ?? timeOf(field(record, "timestamp"));
    const title = titleOf(record) ?? before.title;
    const by = before.by ?? (version === undefined ? undefined : `Claude Code ${version}`);
    const meta = before.meta ?? metaOf(record);
    this.sessionId ??= id;
    if (this.#header === undefined) this.agentId = text(field(record, "agentId"));
    else if (same(before, { id, by, cwd, created, title, meta })) return;
    this.#header = defined({ id, by, cwd, created, title, meta });
    this.#sink.header(this.#header);
  }
}

function same(before: RunHeader, now: Readonly<Record<(typeof GATHERED)[number], unknown>>): boolean {
  return GATHERED.every((key) => before[key] === now[key]);
}

function titleOf(record: JsonObject): string | undefined {
  const type = typeOf(record);
  if (type === "summary") return text(field(record, "summary"));
  if (type === "ai-title") return text(field(record, "aiTitle")) ?? text(field(record, "title"));
  return type === "custom-title" ? text(field(record, "customTitle")) : undefined;
}

function metaOf(record: JsonObject): JsonObject | undefined {
  const entries: [string, Json][] = [];
  for (const key of ["gitBranch", "permissionMode", "apiKeySource"]) {
    const value = field(record, key);
    if (value !== undefined) entries.push([key, value]);
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
