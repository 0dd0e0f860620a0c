import { field, type Json } from "../json/json.ts";
import { anthropicMessages } from "./anthropic/messages/dialect.ts";
import type { Dialect } from "./dialect.ts";
import { geminiGenerate } from "./gemini/generate/dialect.ts";
import { openaiChat } from "./openai/chat/dialect.ts";
import { openaiResponses } from "./openai/responses/dialect.ts";
import { elements } from "./request.ts";

/** APIs that look like ours in their request and answer in another form, or not with an answer of a model. */
const OTHER_APIS =
  /\/(?:api\/chat|api\/generate|v[12]\/chat|count_tokens|input_tokens|batches|moderations|speech|transcriptions|rerank|tokenize|threads|runs|converse|converse-stream)\b|:countTokens$/i;

/** The dialect a body has the shape of, for requests whose path says nothing. */
export function dialectOfBody(path: string, body: Json | undefined): Dialect | undefined {
  if (OTHER_APIS.test(path)) return undefined;
  if (elements(field(body, "contents")).some((each) => elements(field(each, "parts")).length > 0))
    return geminiGenerate;
  if (elements(field(body, "messages")).some((each) => typeof field(each, "role") === "string"))
    return ofMessages(body);
  return typeof field(body, "model") === "string" && isResponses(body) ? openaiResponses : undefined;
}

/** A chat body, unless something in it is Anthropic's own. */
function ofMessages(body: Json | undefined): Dialect | undefined {
  const blocks = elements(field(body, "messages")).flatMap((each) => elements(field(each, "content")));
  // Bedrock's Converse has the same roles, and blocks without a type.
  if (blocks.some((block) => typeof block !== "string" && typeof field(block, "type") !== "string")) return undefined;
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
