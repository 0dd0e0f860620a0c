import { isArray, type JsonObject, parse } from "../json/json.ts";
import { getPointer } from "../json/pointer.ts";
import type { Message } from "../providers/message.ts";
import { resultsOf, type ToolResult } from "../providers/tool-results.ts";
import { withSentChanges } from "../trace/sent-changes.ts";
import type { ReadRequest } from "./asked.ts";

/** Results that `messages` of a request carry, judged by what they say in the request that went out in its place. */
export function resultsAsSent(
  results: readonly ToolResult[],
  {
    read,
    messages,
    sent,
  }: { readonly read: ReadRequest; readonly messages: readonly Message[]; readonly sent: JsonObject },
): readonly ToolResult[] {
  const { dialect } = read.call;
  const body = parse(Buffer.from(read.bytes).toString());
  if (dialect === undefined || body === undefined || results.length === 0) return results;
  const elements = getPointer(withSentChanges(body, sent), dialect.conversation);
  if (!isArray(elements)) return results;
  return results.map((result) => {
    const carrier = messages.findIndex((message) => message.parts.includes(result));
    const place = carrier < 0 ? -1 : resultsOf(messages[carrier]!).indexOf(result);
    const said = resultsOf(dialect.message(elements[carrier] ?? null))[place];
    const { isError: _, ...rest } = result;
    return said === undefined ? result : { ...rest, ...(said.isError && { isError: true }) };
  });
}
