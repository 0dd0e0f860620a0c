import type { Gateway } from "../../gateway/gateway.ts";
import { agentArguments } from "../../gateway/reach/agent-arguments.ts";
import { type AgentEnd, type AgentWatch, runAgent } from "./run-agent.ts";
import type { ReportFlags } from "./tell-report.ts";

/** Runs the user's command with its calls led to a gateway. Its stdout makes way for a report that goes there. */
export function runThroughGateway(
  argv: readonly string[],
  to: {
    readonly gateway: Gateway;
    readonly variables: Readonly<Record<string, string>>;
    readonly watch: AgentWatch;
  },
  flags: ReportFlags,
): Promise<AgentEnd> {
  const environment = { ...process.env, ...to.variables };
  const command = agentArguments(argv, { url: to.gateway.url, environment });
  const stdout = flags.json || flags.report === "-" ? "stderr" : "stdout";
  return runAgent({ argv: command, environment, stdout, watch: to.watch });
}
