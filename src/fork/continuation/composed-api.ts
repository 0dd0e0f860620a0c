import type { Dialect } from "../../providers/dialect.ts";
import { PROVIDERS } from "../../providers/provider-table.ts";
import { dialectById } from "../../providers/registry.ts";
import type { GoingOn } from "../../providers/streams/going-on.ts";
import type { Run } from "../../run/run.ts";
import { VcrError } from "../../trace/errors.ts";

/** Which API is asked for a run that keeps no requests. */

/** Vendors whose models tell them apart. */
const BY_MODEL: readonly (readonly [RegExp, string])[] = [
  [/^claude/, "anthropic"],
  [/^gemini/, "gemini"],
  [/^(?:gpt|o\d|chatgpt|codex)/, "openai"],
  [/^grok/, "xai"],
  [/^(?:mistral|ministral|codestral|devstral)/, "mistral"],
  [/^deepseek/, "deepseek"],
];

/** @throws VcrError "provider" */
export function providerOfModel(run: Run, recorded: string | undefined, model: string): string {
  if (run.format === "claude-code") return "anthropic";
  if (run.format === "codex") return "openai";
  if (recorded !== undefined && PROVIDERS.some(({ id }) => id === recorded)) return recorded;
  const found = BY_MODEL.find(([pattern]) => pattern.test(model))?.[1];
  if (found !== undefined) return found;
  throw new VcrError(`${run.path} does not say whose model "${model}" is`, {
    code: "provider",
    hint: `--provider NAME says it: ${PROVIDERS.map(({ id }) => id).join(", ")}`,
  });
}

export interface ComposingDialect extends Dialect {
  readonly goingOn: GoingOn & Required<Pick<GoingOn, "compose">>;
}

/** @throws VcrError "provider" */
export function dialectOfProvider(provider: string, run: Run): ComposingDialect {
  const own: Readonly<Record<string, string>> = {
    anthropic: "anthropic/messages",
    gemini: "gemini/generate",
    ...(run.format === "codex" && { openai: "openai/responses" }),
  };
  const dialect = dialectById(own[provider] ?? "openai/chat");
  const { goingOn } = dialect ?? {};
  if (dialect === undefined || goingOn?.compose === undefined)
    throw new VcrError(`vcr cannot ask ${provider}`, { code: "provider" });
  return { ...dialect, goingOn: { ...goingOn, compose: goingOn.compose } };
}

/** Where the chat API of each vendor lies, by the vendors' references; elsewhere below "/v1". */
const CHAT: Readonly<Record<string, string>> = {
  groq: "/openai/v1",
  openrouter: "/api/v1",
  fireworks: "/inference/v1",
  perplexity: "",
  cohere: "/compatibility/v1",
};

/** Path of its endpoint, with query. */
export function pathOfApi({ id }: Dialect, provider: string, model: string): string {
  switch (id) {
    case "anthropic/messages":
      return "/v1/messages";
    case "gemini/generate":
      return `/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`;
    case "openai/responses":
      return "/v1/responses";
    default:
      return `${CHAT[provider] ?? "/v1"}/chat/completions`;
  }
}
