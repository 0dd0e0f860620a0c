import { isArray, type JsonObject, parse } from "../../json/json.ts";
import { getPointer } from "../../json/pointer.ts";
import type { Message } from "../../providers/message.ts";
import { resultsOf, type ToolResult } from "../../providers/tool-results.ts";
import { placesIn, withSentChanges } from "../../trace/sent-changes.ts";
import type { ReadRequest } from "../request/asked.ts";

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
  if (dialect === undefined) return results;
  const carriers = results.map((result) => messages.findIndex((message) => message.parts.includes(result)));
  // A change is made in every later request: most only pass on what was judged when it came.
  if (!carriers.some((carrier) => isChanged(sent, dialect.conversation, carrier))) return results;
  const body = parse(Buffer.from(read.bytes).toString());
  const elements = body === undefined ? undefined : getPointer(withSentChanges(body, sent), dialect.conversation);
  if (!isArray(elements)) return results;
  return results.map((result, i) => {
    const carrier = carriers[i] ?? -1;
    const place = carrier < 0 ? -1 : resultsOf(messages[carrier]!).indexOf(result);
    const said = resultsOf(dialect.message(elements[carrier] ?? null))[place];
    const { isError: _, ...rest } = result;
    return said === undefined ? result : { ...rest, ...(said.isError && { isError: true }) };
  });
}

function isChanged(sent: JsonObject, conversation: string, message: number): boolean {
  const whole = `${conversation}/${message}`;
  return placesIn(sent).some((at) => at === conversation || at === whole || at.startsWith(`${whole}/`));
}
