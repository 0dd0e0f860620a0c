import { field, type Json, text } from "../../../json/json.ts";
import { count } from "../../count.ts";
import { defined } from "../../defined.ts";
import type { Answer, Usage } from "../../dialect.ts";
import { errorOf } from "../../error-body.ts";
import { spoken } from "../../parts.ts";
import { elements } from "../../request.ts";
import { responsesMessage } from "./message.ts";

/** All output items make one assistant message. `stop` is the status, or the reason for which the answer is incomplete. */
export function responsesAnswer(body: Json): Answer {
  const parts = elements(field(body, "output")).flatMap((item) => responsesMessage(item).parts);
  const stop = text(field(field(body, "incomplete_details"), "reason")) ?? text(field(body, "status"));
  const model = text(field(body, "model"));
  return { ...spoken(parts), usage: usageOf(field(body, "usage")), ...defined({ stop, model, error: errorOf(body) }) };
}

/** `input_tokens` includes cached ones, `output_tokens` the reasoning. */
function usageOf(usage: Json | undefined): Usage {
  return defined({
    in: count(field(usage, "input_tokens")),
    out: count(field(usage, "output_tokens")),
    cacheRead: count(field(field(usage, "input_tokens_details"), "cached_tokens")),
    cacheWrite: count(field(field(usage, "input_tokens_details"), "cache_write_tokens")),
    reasoning: count(field(field(usage, "output_tokens_details"), "reasoning_tokens")),
  });
}
