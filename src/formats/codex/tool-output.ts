import { field, isArray, isObject, type Json, type JsonObject, number, parse, text } from "../../json/json.ts";
import { saysFailure } from "../../providers/tool-results.ts";

/** What came of a tool call. Codex stores no flag: the forms of its outputs, from 2025 to 2026, tell. */

export interface Outcome {
  readonly isError: boolean;
  /** As measured by Codex. */
  readonly durationMs?: number;
}

/** The output as content: an envelope `{"output", "metadata"}` stays whole, so that its exit code is seen. */
export function contentOf(item: JsonObject): Json {
  const output = field(item, "output") ?? null;
  return typeof output === "string" ? (envelope(output) ?? output) : output;
}

function envelope(output: string): JsonObject | undefined {
  const json = output.startsWith("{") ? parse(output) : undefined;
  return isObject(json) && Object.hasOwn(json, "output") ? json : undefined;
}

/** How much of an output is looked through for how it ended: it is told in front of what the tool printed. */
const HEAD = 600;
const REFUSED =
  /^(?:failed to parse function arguments|unsupported (?:custom tool )?call|unknown tool|execution error|failed in sandbox|exec_command failed|write_stdin failed|apply_patch verification failed|collab \w+ failed|script failed|aborted|error: )/i;

export function outcomeOf(item: JsonObject): Outcome {
  const content = contentOf(item);
  const failed = field(item, "status") === "failed" || field(content, "success") === false;
  const meta = field(content, "metadata");
  const code = number(field(meta, "exit_code"));
  const seconds = number(field(meta, "duration_seconds"));
  if (code !== undefined || seconds !== undefined) {
    return { isError: failed || (code ?? 0) !== 0, ...(seconds !== undefined && { durationMs: seconds * 1000 }) };
  }
  const said = text(content) ?? firstText(content);
  const words = (said ?? "").slice(0, HEAD);
  const head = words.split(/^(?:Total output lines|Output):/m, 1)[0] ?? "";
  const exit = /^(?:Exit code:|Process exited with code) (-?\d+)/m.exec(head)?.[1];
  const wall = /^Wall time:? ([\d.]+) seconds/m.exec(head)?.[1];
  return {
    isError: failed || (exit !== undefined && exit !== "0") || REFUSED.test(words) || saysFailure(said ?? content),
    ...(wall !== undefined && Number.isFinite(Number(wall)) && { durationMs: Number(wall) * 1000 }),
  };
}

function firstText(content: Json): string | undefined {
  const list = isArray(content) ? content : field(content, "content");
  if (typeof list === "string") return list;
  return isArray(list) ? text(field(list[0], "text")) : undefined;
}

/** What a tool's own report (`exec_command_end`, `item_completed` and their like) says of how it went. */
export function reportedOutcome(report: JsonObject): Outcome | undefined {
  const code = number(field(report, "exit_code"));
  const status = text(field(report, "status"));
  const success = field(report, "success");
  const durationMs = durationOf(field(report, "duration"));
  if (code === undefined && status === undefined && success === undefined && durationMs === undefined) return undefined;
  return {
    isError: (code ?? 0) !== 0 || status === "failed" || status === "declined" || success === false,
    ...(durationMs !== undefined && { durationMs }),
  };
}

function durationOf(duration: Json | undefined): number | undefined {
  const secs = number(field(duration, "secs"));
  return secs === undefined ? undefined : secs * 1000 + (number(field(duration, "nanos")) ?? 0) / 1e6;
}
