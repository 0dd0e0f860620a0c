import { parse } from "../../json/json.ts";
import { resultFailed } from "../../providers/tool-results.ts";
import type { Kind } from "../../trace/event.ts";

/** How a call has come to its end; `answer` is what it gave, as JSON. A tool may say in its result that it has failed. */
export function callStatus(
  kind: Kind,
  { error, answer }: { readonly error?: unknown; readonly answer?: string | undefined },
): "ok" | "error" {
  if (error !== undefined) return "error";
  const told = kind === "tool" && answer !== undefined && /error/i.test(answer);
  return told && resultFailed(parse(answer)) ? "error" : "ok";
}
