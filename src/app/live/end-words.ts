import type { AgentState, RunMode } from "../../control/protocol.ts";
import type { LogEntry } from "../state.ts";

/** How a run has ended, in words. */
export function endWords(
  { exit, failed }: AgentState,
  mode: RunMode,
): { readonly words: string; readonly tone: LogEntry["tone"] } {
  if (failed !== undefined) return { words: "the agent could not be started", tone: "error" };
  if (exit?.signal !== undefined) return { words: `the agent was ended by ${exit.signal}`, tone: "warning" };
  if (exit?.code === undefined) return { words: "the run is over", tone: "info" };
  // No agent is in a continuation: why it came to no clean end is in its report.
  if (mode === "continue")
    return exit.code === 0
      ? { words: "the continuation is over", tone: "info" }
      : { words: `the continuation is over, exit code ${exit.code}: E says why`, tone: "warning" };
  if (exit.code === 0) return { words: "the run is over: the agent ended well", tone: "info" };
  return { words: `the run is over: the agent failed with exit code ${exit.code}`, tone: "error" };
}
