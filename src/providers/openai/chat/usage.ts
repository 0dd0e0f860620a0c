import { field, type Json } from "../../../json/json.ts";
import { count } from "../../count.ts";
import { defined } from "../../defined.ts";
import type { Usage } from "../../dialect.ts";

/** `usage` of a chat body; `prompt_tokens` includes cached ones. Groq streams put it under `x_groq`. */
export function chatUsage(body: Json): Usage {
  const usage = field(body, "usage") ?? field(field(body, "x_groq"), "usage");
  const asked = field(usage, "prompt_tokens_details");
  const input = count(field(usage, "prompt_tokens"));
  const said = count(field(usage, "completion_tokens"));
  const reasoning = count(field(field(usage, "completion_tokens_details"), "reasoning_tokens"));
  return defined({
    in: input,
    out: all(said, reasoning, input, count(field(usage, "total_tokens"))),
    cacheRead: count(field(asked, "cached_tokens")) ?? count(field(usage, "prompt_cache_hit_tokens")),
    cacheWrite: count(field(asked, "cache_write_tokens")) ?? count(field(usage, "cache_creation_input_tokens")),
    reasoning,
  });
}

/** xAI leaves reasoning out of `completion_tokens`; its total tells. */
function all(
  said: number | undefined,
  reasoning: number | undefined,
  input: number | undefined,
  total: number | undefined,
) {
  if (said === undefined || !reasoning || input === undefined) return said;
  return total === input + said + reasoning ? said + reasoning : said;
}
