import { field, type Json, text } from "../../../json/json.ts";
import { count } from "../../count.ts";
import { defined } from "../../defined.ts";
import type { Answer, Usage } from "../../dialect.ts";
import { errorOf } from "../../error-body.ts";
import { spoken } from "../../parts.ts";
import { cohereMessage } from "./message.ts";

export function cohereAnswer(body: Json): Answer {
  const message = field(body, "message");
  // An error has its words there.
  const words = text(message);
  const parts = message === undefined || message === null || words !== undefined ? [] : cohereMessage(message).parts;
  const error = errorOf(body) ?? (words === undefined ? undefined : { message: words });
  return {
    ...spoken(parts),
    usage: usageOf(field(body, "usage")),
    ...defined({ stop: text(field(body, "finish_reason")), error }),
  };
}

/** `tokens` is what the model read and wrote, `billed_units` what is paid for of it. */
function usageOf(usage: Json | undefined): Usage {
  const [all, billed] = [field(usage, "tokens"), field(usage, "billed_units")];
  const of = (key: string): number | undefined => count(field(all, key)) ?? count(field(billed, key));
  return defined({
    in: of("input_tokens"),
    out: of("output_tokens"),
    cacheRead: count(field(usage, "cached_tokens")),
  });
}
