import { missMessage } from "../../replay/answers/miss-answer.ts";
import type { ReplaySession } from "../../replay/replay-session.ts";
import { missFields } from "../../replay/saved-fields.ts";
import type { LiveCalls } from "../replaying/live-calls.ts";
import type { McpPolicy } from "./mcp-answers.ts";

/** In a replay nothing goes to a server but what the user wants live. */
export function mcpReplayPolicy(how: {
  readonly session: ReplaySession;
  /** What the replayed run is called in messages. */
  readonly run: string;
  readonly live?: LiveCalls | undefined;
}): McpPolicy {
  const { session, run, live } = how;
  return {
    always: () => {
      if (live?.part !== "tools") return false;
      live.told();
      return true;
    },
    unserved: (call) => {
      if (call.kind === "http") {
        const message = `vcr: this is a replay of ${run}, which holds no answer of ${call.server} to ${call.method}`;
        return { do: "answer", message, asResult: false, fields: { origin: "injected" } };
      }
      const miss = session.miss(call);
      const asResult = live !== undefined && call.kind === "tool";
      return {
        do: "answer",
        message: missMessage(miss, { run, server: call.server }),
        asResult,
        fields: missFields(miss),
      };
    },
  };
}
