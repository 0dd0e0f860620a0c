import type { Headers } from "../../trace/event.ts";
import type { HttpExchange } from "../http-exchange.ts";

/** Headers in which servers say how long the request took them, in milliseconds, the best first. */
const PROCESSING = ["openai-processing-ms", "x-envoy-upstream-service-time"];

/**
 * A cassette keeps no times, but servers tell: `Date` (whole seconds) when they began to answer, some also how long it
 * took them until then. A streamed answer went on for longer.
 */
export function timesOf(headers: Headers | undefined): Pick<HttpExchange, "at" | "durationMs" | "approximate"> {
  const byName = new Map(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const answered = Date.parse(byName.get("date") ?? "");
  const durationMs = PROCESSING.map((name) => count(byName.get(name))).find((ms) => ms !== undefined);
  const at = Number.isNaN(answered) ? undefined : answered - (durationMs ?? 0);
  return {
    ...(at !== undefined && { at }),
    ...(durationMs !== undefined && { durationMs }),
    ...((at ?? durationMs) !== undefined && { approximate: true }),
  };
}

function count(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,9}(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}
