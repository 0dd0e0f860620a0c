import { anthropicMessages } from "./anthropic/messages/dialect.ts";
import type { Dialect, Target } from "./dialect.ts";
import { geminiGenerate } from "./gemini/generate/dialect.ts";
import { openaiChat } from "./openai/chat/dialect.ts";
import { openaiResponses } from "./openai/responses/dialect.ts";

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
