import { field, type Json, number } from "../../json/json.ts";
import type { Tokens } from "../../trace/event.ts";

/**
 * Usage of one API message. It stands on each of the message's lines: counted once, the last line's input and the highest
 * output. Anthropic's `input_tokens` leaves cached input out; here `in` counts all.
 */
export function tokensOf(usage: Json | undefined, before: Tokens | undefined): Tokens | undefined {
  const fresh = number(field(usage, "input_tokens"));
  const cacheRead = number(field(usage, "cache_read_input_tokens"));
  const cacheWrite = number(field(usage, "cache_creation_input_tokens"));
  const out = number(field(usage, "output_tokens"));
  if (fresh === undefined && out === undefined) return before;
  const most = out === undefined ? before?.out : Math.max(out, before?.out ?? 0);
  return {
    ...before,
    ...(fresh !== undefined && { in: fresh + (cacheRead ?? 0) + (cacheWrite ?? 0) }),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(most !== undefined && { out: most }),
  };
}
