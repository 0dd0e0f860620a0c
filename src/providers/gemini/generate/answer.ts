import { field, isArray, type Json, text } from "../../../json/json.ts";
import { count, sum } from "../../count.ts";
import { defined } from "../../defined.ts";
import type { Answer, Usage } from "../../dialect.ts";
import { errorOf } from "../../error-body.ts";
import { other, spoken } from "../../parts.ts";
import { either } from "./either.ts";
import { foldChunks } from "./fold.ts";
import { geminiMessage } from "./message.ts";

/** The first candidate is the answer. A streamed answer read as one JSON array is folded first. */
export function geminiAnswer(body: Json): Answer {
  const whole = isArray(body) ? foldChunks(body).body : body;
  const list = field(whole, "candidates");
  const candidates = isArray(list) ? list : [];
  const content = field(candidates[0], "content");
  const parts = content === undefined || content === null ? [] : geminiMessage(content).parts;
  const rest = candidates.slice(1).map((each, i) => other(`candidate ${i + 1}`, each));
  const stop =
    text(either(candidates[0], "finishReason", "finish_reason")) ??
    text(either(either(whole, "promptFeedback", "prompt_feedback"), "blockReason", "block_reason"));
  const model = text(either(whole, "modelVersion", "model_version"));
  const usage = geminiUsage(either(whole, "usageMetadata", "usage_metadata"));
  return { ...spoken([...parts, ...rest]), usage, ...defined({ stop, model, error: errorOf(whole) }) };
}

/** The prompt count includes cached tokens, not those of tools Google ran; thoughts are not among the candidates' tokens. */
function geminiUsage(usage: Json | undefined): Usage {
  const of = (camel: string, snake: string) => count(either(usage, camel, snake));
  const prompt = of("promptTokenCount", "prompt_token_count");
  const reasoning = of("thoughtsTokenCount", "thoughts_token_count");
  return defined({
    in: prompt === undefined ? undefined : sum(prompt, of("toolUsePromptTokenCount", "tool_use_prompt_token_count")),
    out: sum(of("candidatesTokenCount", "candidates_token_count"), reasoning),
    cacheRead: of("cachedContentTokenCount", "cached_content_token_count"),
    reasoning,
  });
}
