import { field, isArray, isObject, type Json, text } from "../../json/json.ts";
import type { Evidence, Format, Sample } from "../format.ts";
import { firstKeys } from "../sample.ts";
import { CodexReader } from "./codex-reader.ts";

const ENVELOPES = new Set(["session_meta", "turn_context", "response_item", "event_msg", "compacted"]);
const EXEC = new Set(["turn.started", "turn.completed", "item.started", "item.completed"]);

export const codexFormat: Format = {
  id: "codex",
  title: "Codex rollout",
  writtenBy: "OpenAI Codex (~/.codex/sessions: CLI, desktop, IDE), `codex exec --json`",
  support:
    "Both forms, sub-agents of the same day, compaction, tokens by call. Requests are not stored: conversations are put together from the records; durations of calls are gaps between time stamps.",
  detect: evidenceOf,
  open: (source, context) => new CodexReader(source, context),
};

function evidenceOf(sample: Sample): Evidence | null {
  for (const [index, value] of [...sample.lines, sample.first].entries()) {
    const found = recordEvidence(value);
    if (found !== undefined) return { certainty: found.certainty, why: `JSON value ${index + 1} ${found.words}` };
  }
  // The first record carries the instructions and may be longer than the sample.
  const start = sample.text.trimStart().slice(0, 400);
  if (/^\{[^{}]*"type"\s*:\s*"session_meta"[^{}]*(?:"payload"\s*:\s*\{|$)/.test(start)) {
    return { certainty: 0.95, why: "the first record is a session_meta" };
  }
  const keys = firstKeys(sample);
  if (["id", "timestamp", "instructions"].every((key, index) => keys[index] === key)) {
    return { certainty: 0.8, why: "the first record has the keys id, timestamp and instructions" };
  }
  return null;
}

function recordEvidence(record: Json | undefined): { readonly certainty: number; readonly words: string } | undefined {
  if (!isObject(record)) return undefined;
  const type = text(field(record, "type"));
  if (type !== undefined && ENVELOPES.has(type) && isObject(field(record, "payload"))) {
    return { certainty: 0.95, words: `has the type ${type} and a payload` };
  }
  if (type === "thread.started" && text(field(record, "thread_id")) !== undefined) {
    return { certainty: 0.95, words: "is the thread.started of codex exec --json" };
  }
  if (type !== undefined && EXEC.has(type)) return { certainty: 0.8, words: `has the type ${type}` };
  const bare = ["id", "timestamp", "instructions"].every((key) => Object.hasOwn(record, key));
  if (bare && type === undefined) return { certainty: 0.85, words: "has the keys id, timestamp and instructions" };
  if (field(record, "record_type") === "state") return { certainty: 0.8, words: "is a state record" };
  const session = field(record, "session");
  if (isArray(field(record, "items")) && isObject(session) && Object.hasOwn(session, "instructions")) {
    return { certainty: 0.8, words: "has a session with instructions, and items" };
  }
  return undefined;
}
