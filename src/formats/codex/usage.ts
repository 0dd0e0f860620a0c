import { field, type JsonObject, number } from "../../json/json.ts";
import type { Tokens } from "../../trace/event.ts";

/** Codex's counts of one response. `input_tokens` includes cached ones, `output_tokens` the reasoning. Undefined when there are none. */
export function usageOf(usage: JsonObject): Tokens | undefined {
  const input = number(field(usage, "input_tokens"));
  const output = number(field(usage, "output_tokens"));
  const cacheRead = number(field(usage, "cached_input_tokens"));
  const cacheWrite = number(field(usage, "cache_write_input_tokens"));
  const reasoning = number(field(usage, "reasoning_output_tokens"));
  if (input === undefined && output === undefined) return undefined;
  return {
    ...(input !== undefined && { in: input }),
    ...(output !== undefined && { out: output }),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(reasoning !== undefined && { reasoning }),
  };
}
