import { hash } from "node:crypto";
import type { Message, Part } from "../providers/message.ts";

export interface RepeatedResult {
  readonly name: string;
  /** Of call and result. */
  readonly digest: string;
  /** How often it came in a row, at the end of the conversation. */
  readonly times: number;
}

/** The tool call that ends a conversation, and how often it was made with the same result just before. Undefined where none ends it. */
export function repeatedResult(messages: readonly Message[]): RepeatedResult | undefined {
  const calls = new Map<string, Part & { readonly type: "call" }>();
  const results: (Part & { readonly type: "result" })[] = [];
  for (const { parts } of messages)
    for (const part of parts) {
      if (part.type === "call") calls.set(part.id, part);
      if (part.type === "result") results.push(part);
    }
  // What is not asked because of a result does not go round with it.
  if (messages.at(-1)?.parts.some(({ type }) => type === "result") !== true) return undefined;
  const told = (part: Part & { readonly type: "result" }): string | undefined => {
    const call = calls.get(part.id);
    return call && JSON.stringify([call.name, call.args, part.parts, part.isError]);
  };
  const last = results.at(-1);
  const newest = last && told(last);
  if (last === undefined || newest === undefined) return undefined;
  let times = 0;
  while (times < results.length && told(results[results.length - 1 - times] ?? last) === newest) times++;
  return { name: calls.get(last.id)?.name ?? "a tool", digest: hash("sha1", newest), times };
}
