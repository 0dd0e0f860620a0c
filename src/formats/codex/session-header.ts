import { field, type Json, type JsonObject, text } from "../../json/json.ts";
import type { RunHeader } from "../../trace/event.ts";
import { timeOf } from "../time-of.ts";

/** What a thread's first record says of it. */

const META = ["originator", "source", "model_provider", "git", "memory_mode"];

export function headerOf(meta: JsonObject, timestamp: Json | undefined): RunHeader {
  const id = text(field(meta, "id")) ?? text(field(meta, "session_id"));
  const cwd = text(field(meta, "cwd"));
  const version = text(field(meta, "cli_version"));
  const created = timeOf(field(meta, "timestamp")) ?? timeOf(timestamp);
  const entries = META.flatMap((key): [string, Json][] => {
    const value = field(meta, key);
    return value === undefined || value === null ? [] : [[key, value]];
  });
  const parent = parentOf(meta);
  return {
    ...(id !== undefined && { id }),
    by: version === undefined ? "Codex" : `Codex ${version}`,
    ...(created !== undefined && { created }),
    ...(cwd !== undefined && { cwd }),
    ...(entries.length > 0 && { meta: Object.fromEntries(entries) }),
    ...(parent !== undefined && { parent }),
  };
}

function parentOf(meta: JsonObject): RunHeader["parent"] {
  const asker = parentThread(meta);
  if (asker !== undefined) return { kind: "sub-agent", id: asker };
  const forked = text(field(meta, "forked_from_id"));
  return forked === undefined ? undefined : { kind: "fork", id: forked };
}

function spawn(meta: Json | undefined): Json | undefined {
  return field(field(field(meta, "source"), "subagent"), "thread_spawn");
}

/** The thread that started this one. */
function parentThread(meta: Json | undefined): string | undefined {
  return text(field(meta, "parent_thread_id")) ?? text(field(spawn(meta), "parent_thread_id"));
}

/** Name of a sub-agent: its nickname or role, and the end of its id where that is not enough to tell it. */
export function agentName(meta: Json | undefined): string {
  const told = [meta, spawn(meta)].flatMap((each) => [field(each, "agent_nickname"), field(each, "agent_role")]);
  const name = told.map(text).find((each) => each !== undefined);
  const kind = text(field(field(meta, "source"), "subagent")) ?? "agent";
  return name ?? `${kind} ${(text(field(meta, "id")) ?? "").slice(-8)}`.trim();
}
