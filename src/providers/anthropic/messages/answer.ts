import { field, type Json, text } from "../../../json/json.ts";
import { count, sum } from "../../count.ts";
import { defined } from "../../defined.ts";
import type { Answer, Usage } from "../../dialect.ts";
import { errorOf } from "../../error-body.ts";
import { spoken } from "../../parts.ts";
import { elements } from "../../request.ts";
import { blockParts } from "./block.ts";

export function anthropicAnswer(body: Json): Answer {
  const stop = text(field(body, "stop_reason"));
  const model = text(field(body, "model"));
  return {
    ...spoken(blockParts(field(body, "content"))),
    usage: anthropicUsage(field(body, "usage")),
    ...defined({ stop, model, error: errorOf(body) }),
  };
}

/**
 * Anthropic's `input_tokens` leaves out what was read from or written to the cache, and all counts at the top leave out
 * the passes that summed up a long conversation, which stand in `iterations` (docs.claude.com, "Compaction").
 */
function anthropicUsage(usage: Json | undefined): Usage {
  const passes = elements(field(usage, "iterations")).filter((pass) => field(pass, "type") === "compaction");
  const total = (key: string) => {
    const top = count(field(usage, key));
    return top === undefined ? undefined : sum(top, ...passes.map((pass) => count(field(pass, key))));
  };
  const fresh = total("input_tokens");
  const cacheRead = total("cache_read_input_tokens");
  const cacheWrite = total("cache_creation_input_tokens");
  return defined({
    in: fresh === undefined ? undefined : sum(fresh, cacheRead, cacheWrite),
    out: total("output_tokens"),
    cacheRead,
    cacheWrite,
  });
}
