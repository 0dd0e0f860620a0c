import { type WholeExchange, wholeExchange } from "../../formats/whole-exchange.ts";
import { PROVIDERS } from "../../providers/provider-table.ts";
import type { RequestBody } from "../../trace/event.ts";
import type { Run } from "../run.ts";

/** Why an event is no exchange that could be written, in words that follow "3 with". */
export type NoExchange = "no HTTP exchange" | "no answer";

/**
 * The event at `i` as an HTTP exchange, or why it is none. Undefined for tool calls that only the conversation tells of:
 * the exchanges hold them already.
 */
export function toExchange(run: Run, i: number): WholeExchange | NoExchange | undefined {
  const row = run.row(i);
  if (row.derived) return undefined;
  // A cassette answers an agent: it is matched by what the agent asks.
  const body = run.asked.body(i);
  const url = body.request && urlOf(body.request, row.provider);
  if (url === undefined) return "no HTTP exchange";
  return wholeExchange(body, url, row);
}

/** Some writers keep only the path. */
function urlOf({ url, path }: RequestBody, provider: string | undefined): string | undefined {
  if (url !== undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url;
  const rest = url ?? path;
  if (rest === undefined) return undefined;
  const host = PROVIDERS.find(({ id }) => id === provider)?.hosts.find((name) => !name.includes("*"));
  return `${host === undefined ? "http://localhost" : `https://${host}`}${rest.startsWith("/") ? "" : "/"}${rest}`;
}
