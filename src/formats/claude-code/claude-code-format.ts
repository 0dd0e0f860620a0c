import { field, isArray, isObject, type Json, text } from "../../json/json.ts";
import type { Evidence, Format, Sample } from "../format.ts";
import { firstKeys } from "../sample.ts";
import { ClaudeCodeReader } from "./claude-code-reader.ts";
import { isLogged } from "./logged-values.ts";

const SPOKEN = new Set(["user", "assistant"]);
/** Types of records that no other tool writes. */
const OWN_TYPES = new Set(["file-history-snapshot", "queue-operation", "permission-mode", "last-prompt", "ai-title"]);

export const claudeCodeFormat: Format = {
  id: "claude-code",
  title: "Claude Code session",
  writtenBy: "Claude Code (~/.claude/projects), Agent SDK, `claude -p --output-format stream-json`, web export",
  support:
    "Sessions, sub-agents, compaction, errors. Requests are not stored: conversations are put together from the records; durations are gaps between time stamps.",
  detect(sample) {
    return evidenceOf(sample);
  },
  open: (source, context) => new ClaudeCodeReader(source, context),
};

function evidenceOf(sample: Sample): Evidence | null {
  for (const [index, value] of sample.lines.entries()) {
    const why = recordEvidence(value);
    if (why !== undefined) return { certainty: why.sure ? 0.95 : 0.7, why: `JSON value ${index + 1} ${why.words}` };
  }
  if (isLogged(sample.text)) return { certainty: 0.9, why: "a log with the init record of stream-json in it" };
  const keys = firstKeys(sample);
  if (keys.includes("loglines")) return { certainty: 0.9, why: "an object with the key loglines (a web export)" };
  if (keys.includes("parentUuid")) return { certainty: 0.9, why: "the first record has the key parentUuid" };
  if (keys.includes("sessionId") && keys.includes("message") && keys.includes("uuid")) {
    return { certainty: 0.7, why: "the first record has the keys sessionId, uuid and message" };
  }
  return null;
}

/** What makes a record one of Claude Code's. */
function recordEvidence(record: Json): { readonly sure: boolean; readonly words: string } | undefined {
  if (!isObject(record)) return undefined;
  const type = text(field(record, "type")) ?? "";
  if (Object.hasOwn(record, "parentUuid")) return { sure: true, words: "has the key parentUuid" };
  if (type === "summary" && text(field(record, "leafUuid")) !== undefined) {
    return { sure: true, words: "is a summary with a leafUuid" };
  }
  if (OWN_TYPES.has(type)) return { sure: true, words: `has the type ${type}` };
  const message = field(record, "message");
  if (type === "system" && field(record, "subtype") === "init" && text(field(record, "session_id")) !== undefined) {
    return { sure: true, words: "is the init record of stream-json" };
  }
  if (SPOKEN.has(type) && Object.hasOwn(record, "parent_tool_use_id")) {
    return { sure: true, words: "has the key parent_tool_use_id" };
  }
  const session = Object.hasOwn(record, "sessionId");
  if (session && isObject(message) && (SPOKEN.has(type) || isArray(field(message, "content")))) {
    return { sure: false, words: "has the keys sessionId and message" };
  }
  return undefined;
}
