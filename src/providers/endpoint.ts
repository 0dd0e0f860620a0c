import { field, type Json } from "../json/json.ts";
import { anthropicMessages } from "./anthropic/messages/dialect.ts";
import type { Dialect, Target } from "./dialect.ts";
import { geminiGenerate } from "./gemini/generate/dialect.ts";
import { openaiChat } from "./openai/chat/dialect.ts";
import { openaiResponses } from "./openai/responses/dialect.ts";
import { elements } from "./request.ts";

/** A target taken apart: host in lower case without port, port, and path without query. */
export interface Place {
  readonly host?: string;
  readonly port?: string;
  readonly path: string;
}

/** Longer paths are no endpoints; the patterns below need not be asked about them. */
const PATH_LIMIT = 4096;

/** Takes whole URLs as paths too; never `new URL`, which refuses what recorders write for masked hosts. */
export function placeOf(target: Target): Place {
  const url = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/is.exec(target.path);
  const authority = (target.host || url?.[1] || "").replace(/^.*@/, "").toLowerCase();
  const split = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(authority);
  const host = split?.[1] ?? authority;
  const path = (url?.[2] ?? target.path)
    .replace(/[?#].*$/s, "")
    .slice(0, PATH_LIMIT)
    .replace(/\/+$/, "");
  return { ...(host === "" ? {} : { host }), ...(split?.[2] === undefined ? {} : { port: split[2] }), path };
}

const ENDPOINTS: readonly (readonly [RegExp, Dialect])[] = [
  [/\/(?:chat|agents)\/completions$/, openaiChat],
  [/(?:\/(?:v\d+\w*|openai|codex)|^)\/responses$/, openaiResponses],
  [/\/v1\/messages$/, anthropicMessages],
  [/\/models\/[^/]+:(?:streamGenerateContent|generateContent)$/i, geminiGenerate],
  [/\/tunedModels\/[^/]+:(?:streamGenerateContent|generateContent)$/i, geminiGenerate],
  [/\/endpoints\/[^/]+:(?:streamGenerateContent|generateContent)$/i, geminiGenerate],
  [/\/publishers\/anthropic\/models\/[^/]+:(?:rawPredict|streamRawPredict)$/i, anthropicMessages],
  [/\/publishers\/mistralai\/models\/[^/]+:(?:rawPredict|streamRawPredict)$/i, openaiChat],
];

/** The dialect a path tells by its end; whatever stands before (a gateway's prefix, a deployment) does not matter. */
export function dialectOfPath(path: string): Dialect | undefined {
  return ENDPOINTS.find(([pattern]) => pattern.test(path))?.[1];
}

const EMBEDDINGS =
  /\/(?:embeddings|embed|contextualizedembeddings|multimodalembeddings)$|:(?:embedContent|batchEmbedContents|asyncBatchEmbedContent|embedText|batchEmbedText)$|\/models\/[^/]*embedding[^/]*:predict$/i;

/** Exchanges that turn texts into vectors: `memory` events. */
export function isEmbeddings(target: Target): boolean {
  return EMBEDDINGS.test(placeOf(target).path);
}

/** APIs that look like ours in their request and answer in another form, or not with an answer of a model. */
const OTHER_APIS =
  /\/(?:api\/chat|api\/generate|v[12]\/chat|count_tokens|input_tokens|batches|moderations|speech|transcriptions|rerank|tokenize|threads|runs)\b|:countTokens$/i;

/** The dialect a body has the shape of, for requests whose path says nothing. */
export function dialectOfBody(path: string, body: Json | undefined): Dialect | undefined {
  if (OTHER_APIS.test(path) || EMBEDDINGS.test(path)) return undefined;
  if (elements(field(body, "contents")).some((each) => elements(field(each, "parts")).length > 0))
    return geminiGenerate;
  if (elements(field(body, "messages")).some((each) => typeof field(each, "role") === "string"))
    return ofMessages(body);
  return typeof field(body, "model") === "string" && isResponses(body) ? openaiResponses : undefined;
}

/** A chat body, unless something in it is Anthropic's own. */
function ofMessages(body: Json | undefined): Dialect | undefined {
  const blocks = elements(field(body, "messages")).flatMap((each) => elements(field(each, "content")));
  const own = ["tool_use", "tool_result", "thinking", "redacted_thinking", "document"];
  const anthropic =
    field(body, "anthropic_version") !== undefined ||
    field(body, "system") !== undefined ||
    field(body, "stop_sequences") !== undefined ||
    elements(field(body, "tools")).some((tool) => field(tool, "input_schema") !== undefined) ||
    blocks.some((block) => own.some((type) => field(block, "type") === type));
  if (anthropic) return anthropicMessages;
  return typeof field(body, "model") === "string" ? openaiChat : undefined;
}

/** `{model, input}` is also the shape of embeddings, speech and moderation: items with a role or type, or fields only Responses has. */
function isResponses(body: Json | undefined): boolean {
  const items = elements(field(body, "input"));
  if (items.some((item) => typeof field(item, "role") === "string" || field(item, "type") === "message")) return true;
  if (items.length === 0 && typeof field(body, "input") !== "string") return false;
  return ["instructions", "max_output_tokens", "previous_response_id", "reasoning", "tools"].some(
    (key) => field(body, key) !== undefined,
  );
}
