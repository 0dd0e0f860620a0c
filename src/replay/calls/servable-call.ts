import type { Edit, EventBody } from "../../trace/event.ts";
import type { RecordedCall } from "../matching/matcher.ts";

/** A recorded call with what was answered. */
export interface ServableCall extends RecordedCall {
  /** Of all its exchanges, the failed ones first. */
  readonly steps: readonly number[];
  /** The MCP server it was asked of, over stdio. */
  readonly server?: string | undefined;
  readonly durationMs: number | undefined;
  /** Of the last exchange, or of the one at `step`. */
  body(step?: number): EventBody;
  /** What was edited in that exchange already, where the recording is itself a fork. */
  edits(step?: number): readonly Edit[] | undefined;
}
