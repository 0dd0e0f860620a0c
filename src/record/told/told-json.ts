import { type Json, parse } from "../../json/json.ts";
import type { EventFields } from "../../trace/write/record.ts";

/** What is told under its own name of what stands besides in an event. */
const BESIDES = ["returns", "asks", "rpc", "from", "servedFrom", "loose", "miss"];

/** An event in the form that told-event.ts reads. */
export function toldJson(fields: EventFields): { readonly [key: string]: Json | undefined } {
  const { name, provider, op, at, status, durationMs, callId, tokens, request, response, error, before, after } =
    fields;
  const streamed = response?.streamed === true;
  return {
    ...{ name, provider, op, at, status, durationMs, callId, before, after },
    tokens: tokens && { ...tokens },
    args: bodyOf(request?.body),
    ...(streamed ? { streamed, result: String(response?.body ?? "") } : { result: bodyOf(response?.body) }),
    origin: fields.origin,
    ...Object.fromEntries(BESIDES.map((key) => [key, fields.extra?.[key]])),
    error: error && {
      message: error.message,
      ...(error.type === undefined ? {} : { type: error.type }),
      ...(error.detail === undefined ? {} : { detail: error.detail }),
    },
  };
}

function bodyOf(content: string | Uint8Array | undefined): Json | undefined {
  return typeof content === "string" ? (parse(content) ?? content) : undefined;
}
