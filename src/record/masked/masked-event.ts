import { maskStream } from "../../redact/mask-stream.ts";
import type { Masker } from "../../redact/masker.ts";
import type { EventFields } from "../../trace/write/record.ts";
import { maskContent } from "./mask-request.ts";

/** An event that did not pass through the gateway, with all its texts masked. */
export function maskedEvent<T extends EventFields>(event: T, masker: Masker): T {
  const { request, response, error, before, after, name, agent } = event;
  return {
    ...event,
    ...(name !== undefined && { name: masker.text(name) }),
    ...(agent !== undefined && { agent: masker.text(agent) }),
    ...(request && { request: { ...request, ...bodyOf(request, masker) } }),
    ...(response && { response: { ...response, ...bodyOf(response, masker) } }),
    ...(error && {
      error: {
        ...error,
        message: masker.text(error.message),
        ...(error.detail === undefined ? {} : { detail: masker.value(error.detail) }),
      },
    }),
    ...(before !== undefined && { before: masker.value(before) }),
    ...(after !== undefined && { after: masker.value(after) }),
  };
}

function bodyOf(
  part: { readonly body?: string | Uint8Array; readonly streamed?: boolean },
  masker: Masker,
): { readonly body?: string | Uint8Array; readonly masked?: readonly string[] } {
  const { body, streamed } = part;
  if (body === undefined) return {};
  if (typeof body !== "string") return maskContent(body, masker);
  const { text, masked } = streamed === true ? maskStream(body, masker) : masker.mask(body);
  return { body: text, ...(masked.length > 0 ? { masked } : {}) };
}
