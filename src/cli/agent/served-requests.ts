import type { GatewayOptions } from "../../gateway/gateway.ts";
import type { McpAnswers } from "../../gateway/mcp/mcp-answers.ts";
import type { McpHolds } from "../../gateway/mcp/mcp-holds.ts";
import type { EventEndpoint } from "../../gateway/recording/event-endpoint.ts";

/** What programs tell a gateway that serves a recording; nothing is kept of it where nothing is saved. */
export function servedRequests({
  mcp,
  held,
  events,
}: {
  readonly mcp: McpAnswers;
  readonly held: McpHolds | undefined;
  readonly events: EventEndpoint | undefined;
}): NonNullable<GatewayOptions["own"]> {
  return async (name, request) => {
    if (name === "mcp") return mcp.answer(request.body);
    if (name === "hold" && held !== undefined) return held.answer(request);
    const nothing = { status: 200, json: { steps: [] } };
    return name === "served" || events === undefined ? nothing : events.answer(name, request.body);
  };
}
