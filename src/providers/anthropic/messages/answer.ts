import { field, type Json, text } from "../../../json/json.ts";
import { count, sum } from "../../count.ts";
import { defined } from "../../defined.ts";
import type { Answer, Usage } from "../../dialect.ts";
import { errorOf } from "../../error-body.ts";
import { spoken } from "../../parts.ts";
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

/** Anthropic's `input_tokens` leaves out what was read from or written to the cache. */
export function anthropicUsage(usage: Json | undefined): Usage {
  const fresh = count(field(usage, "input_tokens"));
  const cacheRead = count(field(usage, "cache_read_input_tokens"));
  const cacheWrite = count(field(usage, "cache_creation_input_tokens"));
  return defined({
    in: fresh === undefined ? undefined : sum(fresh, cacheRead, cacheWrite),
    out: count(field(usage, "output_tokens")),
    cacheRead,
    cacheWrite,
  });
}
