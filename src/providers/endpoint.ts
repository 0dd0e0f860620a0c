import { anthropicMessages } from "./anthropic/messages/dialect.ts";
import { cohereChat } from "./cohere/chat/dialect.ts";
import type { Dialect, Target } from "./dialect.ts";
import { geminiGenerate } from "./gemini/generate/dialect.ts";
import { ollamaChat } from "./ollama/chat/dialect.ts";
import { openaiChat } from "./openai/chat/dialect.ts";
import { openaiResponses } from "./openai/responses/dialect.ts";
import { placeOf } from "./place.ts";

const ENDPOINTS: readonly (readonly [RegExp, Dialect])[] = [
  [/\/(?:chat|agents)\/completions$/, openaiChat],
  [/(?:\/(?:v\d+\w*|openai|codex)|^)\/responses$/, openaiResponses],
  [/\/v1\/messages$/, anthropicMessages],
  [/\/models\/[^/]+:(?:streamGenerateContent|generateContent)$/i, geminiGenerate],
  [/\/tunedModels\/[^/]+:(?:streamGenerateContent|generateContent)$/i, geminiGenerate],
  [/\/endpoints\/[^/]+:(?:streamGenerateContent|generateContent)$/i, geminiGenerate],
  [/\/v2\/chat$/, cohereChat],
  [/\/api\/chat$/, ollamaChat],
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
