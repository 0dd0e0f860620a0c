import { field, isArray, isObject, type Json, text } from "../json/json.ts";
import type { Sample } from "./format.ts";
import { firstKeys } from "./sample.ts";

/** Files that look like a trace and hold no run: what they are, in words. */

interface Known {
  readonly what: string;
  fits(first: Json, sample: Sample): boolean;
}

const KNOWN: readonly Known[] = [
  {
    what: "a prompt history of Claude Code (history.jsonl): it holds what was typed, no answers",
    fits: (first) => has(first, "display") && (has(first, "pastedContents") || has(first, "project")),
  },
  {
    what: "Claude Code's settings (.claude.json): the sessions lie in ~/.claude/projects",
    fits: (first) =>
      has(first, "numStartups") || has(first, "mcpServers") || (has(first, "projects") && has(first, "userID")),
  },
  {
    what: "a recording of an MCP server by another tool called agent-vcr: it holds JSON-RPC exchanges, no model calls",
    fits: (first, sample) =>
      (has(first, "format_version") && has(first, "session")) ||
      (firstKeys(sample)[0] === "format_version" && sample.text.includes('"interactions"')),
  },
  {
    what: "a prompt history of Gemini CLI (logs.json): it holds what was typed, no answers",
    fits: (first) =>
      isArray(first) && has(first[0], "sessionId") && has(first[0], "messageId") && has(first[0], "message"),
  },
  {
    what: "a prompt history of Codex (history.jsonl): it holds what was typed, no answers",
    fits: (first) => has(first, "session_id") && has(first, "ts") && has(first, "text"),
  },
  {
    what: "the list of sessions beside Agent VCR's recordings (manifest.json): open one of the .vcr files",
    fits: (first, sample) => has(first, "sessions") && has(first, "updated_at") && /manifest\.json$/.test(sample.path),
  },
  {
    what: "a cassette of gRPC calls (xAI): it holds protobuf messages, no HTTP exchanges",
    fits: (_, { text: head }) => /^\s*(- )?(request_sample|response_sample):/m.test(head),
  },
  {
    what: "a sidecar with facts about a session (metadata.json): the session is another file",
    fits: (first, sample) => isSidecar(first, sample),
  },
];

function has(value: Json | undefined, key: string): boolean {
  return isObject(value) && Object.hasOwn(value, key);
}

function isSidecar(first: Json, { path }: Sample): boolean {
  const named = /(^|[\\/.])(meta|metadata)\.json$/.test(path);
  return (
    named &&
    (text(field(first, "session_id")) ?? text(field(first, "sessionId")) ?? text(field(first, "cli_version"))) !==
      undefined
  );
}

/** What `sample` is, when it is known to hold no run. */
export function notARun(sample: Sample): string | undefined {
  const first = sample.first ?? sample.lines[0] ?? null;
  return KNOWN.find((known) => known.fits(first, sample))?.what;
}
