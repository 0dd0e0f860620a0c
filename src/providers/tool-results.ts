import type { Message, Part } from "./message.ts";

export type ToolResult = Extract<Part, { type: "result" }>;

/** The tool results a message carries, in its order. */
export function resultsOf(message: Message): ToolResult[] {
  return message.parts.filter((part) => part.type === "result");
}

/**
 * The results in `messages` whose id is not in `seen` yet, each id once; `seen` learns them.
 * `messages` must have been through call-ids.ts where the API gives no ids, and `seen` then belongs to one conversation.
 */
export function newResults(messages: readonly Message[], seen: Set<string>): ToolResult[] {
  const fresh: ToolResult[] = [];
  for (const result of messages.flatMap(resultsOf)) {
    if (seen.has(result.id)) continue;
    seen.add(result.id);
    fresh.push(result);
  }
  return fresh;
}
