import { field, type Json, type JsonObject, text } from "../../json/json.ts";
import type { RunHeader } from "../../trace/event.ts";
import { timeOf } from "../time-of.ts";

/** Longer texts are content, not facts about the run. */
const MAX_TEXT = 200;

/** What the object around a conversation says of it: its short members. */
export function chatHeader(container: JsonObject): RunHeader {
  const entries: [string, Json][] = Object.entries(container).filter(
    ([, value]) => typeof value !== "object" && (typeof value !== "string" || value.length <= MAX_TEXT),
  );
  const first = (...keys: readonly string[]): string | undefined => {
    for (const key of keys) {
      const value = field(container, key);
      if (typeof value === "number" || (typeof value === "string" && value !== "")) return String(value);
    }
    return undefined;
  };
  const id = first("session_id", "sessionId", "id", "instance_id");
  const task = first("task_id");
  const title = first("title", "name") ?? (task === undefined ? undefined : `task ${task}`);
  const created = timeOf(field(container, "created_at") ?? field(container, "timestamp"));
  return {
    ...(id !== undefined && { id }),
    ...(title !== undefined && { title }),
    ...(created !== undefined && { created }),
    ...(entries.length > 0 && { meta: Object.fromEntries(entries) }),
  };
}

/** The model that a file names once for the whole conversation. */
export function chatModel(container: JsonObject): string | undefined {
  const info = field(container, "info");
  const config = field(field(field(info, "config"), "model"), "model_name");
  return text(field(container, "model")) ?? text(field(info, "model")) ?? text(config);
}
