import type { McpPolicy } from "../gateway/mcp/mcp-answers.ts";
import type { ReplaySession } from "../replay/replay-session.ts";
import type { Secrets } from "../replay/restore-secrets.ts";
import { driftFields, driftMessage } from "./drift-message.ts";
import type { ForkHandler } from "./fork-handler.ts";
import type { ForkPlan } from "./plan/plan.ts";
import { editedAnswer } from "./rewrite/edited-answer.ts";
import { spokenIn } from "./spoken.ts";

/** In a fork a server over stdio is asked from the boundary on; what has drifted before it is stopped. */
export function mcpForkPolicy(how: {
  readonly handler: ForkHandler;
  readonly plan: ForkPlan;
  readonly session: ReplaySession;
  readonly secrets: Secrets;
  /** What the forked run is called in messages. */
  readonly run: string;
}): McpPolicy {
  const { handler, plan, session, secrets, run } = how;
  const { boundary } = handler;
  return {
    always: () => false,
    unserved: (call) => {
      const live =
        call.kind === "http" ||
        boundary.decide({ exact: call.exact, places: spokenIn(call, undefined).places }).type === "live";
      if (live) {
        handler.live++;
        return { do: "forward" };
      }
      const miss = session.miss(call);
      const message = driftMessage(miss, { run, limit: plan.limit });
      return { do: "answer", message, asResult: false, fields: driftFields(miss) };
    },
    served: ({ call, step }) => {
      boundary.served(call.step);
      const edits = plan.answers.get(step);
      if (edits !== undefined) handler.gaveEdited(step);
      const body = edits && editedAnswer(call.body(), edits, { op: call.op, secrets });
      return body && { body, edits: ["answer"] };
    },
  };
}
