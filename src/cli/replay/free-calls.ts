import type { LivePart } from "../../gateway/replaying/live-calls.ts";
import type { ServableCall } from "../../replay/calls/servable-call.ts";

/** Whether a recorded call need not be made again: it belongs to what is live. */
export function isFree({ kind, op }: ServableCall, live: LivePart | undefined): boolean {
  if (live === undefined) return false;
  return live === "llm" ? kind === "llm" || kind === "memory" : kind === "tool" || op === "mcp";
}

/** Of a saved replay, by its tags. */
export function liveTag(live: LivePart): string {
  return `live-${live}`;
}
