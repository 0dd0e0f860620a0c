import type { Target } from "./dialect.ts";
import { placeOf } from "./place.ts";

/** Calls of models whose APIs have no dialect here, or are at a place nobody knows: shown as they are, and told from probes. */
const GENERATING: readonly (readonly [RegExp, string])[] = [
  [/\/v2\/chat$/, "cohere/chat"],
  [/\/v1\/chat$/, "cohere/chat-v1"],
  [/\/api\/chat$/, "ollama/chat"],
  [/\/api\/generate$/, "ollama/generate"],
  [/\/completions$/, "openai/completions"],
  [/\/audio\/(?:speech|transcriptions|translations)$/, "openai/audio"],
  [/\/images\/(?:generations|edits|variations)$/, "openai/images"],
  [/\/(?:rerank|moderations|classify)$/, "ranking"],
  [/:predict$/, "vertex/predict"],
  [/:rawPredict$|:streamRawPredict$/, "vertex/raw"],
];

/** The API of a call of a model that no dialect reads. */
export function generatingOp(target: Target): string | undefined {
  if (target.method?.toUpperCase() !== "POST") return undefined;
  const { path } = placeOf(target);
  return GENERATING.find(([pattern]) => pattern.test(path))?.[1];
}
