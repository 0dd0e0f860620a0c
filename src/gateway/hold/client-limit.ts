import { headerOf } from "../../record/masked/kept-headers.ts";

/** The time-out of the SDKs of OpenAI and Anthropic where they do not say another, in milliseconds. */
const SDK_LIMIT = 600_000;
const SDK = /^(?:Async)?(?:OpenAI|AzureOpenAI|Anthropic)\/(?:JS|Python)\b/i;

/** How long a client waits for an answer, in milliseconds, as its headers tell; undefined: they do not. */
export function clientLimit(headers: readonly string[]): number | undefined {
  const told = Number(headerOf(headers, "x-stainless-timeout") ?? Number.NaN);
  if (told > 0 && told < 1e6) return told * 1000;
  return SDK.test(headerOf(headers, "user-agent") ?? "") ? SDK_LIMIT : undefined;
}
