import type { AgentEnd } from "./run-agent.ts";
import { runThroughGateway } from "./run-through-gateway.ts";
import type { ReportFlags } from "./tell-report.ts";
import { tellVariables, untilInterrupted } from "./waiting.ts";

export interface ListenFlags extends ReportFlags {
  readonly listen?: string | true;
  readonly printEnv?: boolean;
}

/** Runs the command; where there is none, waits for whoever calls. `doing` says what the gateway does: "recording". */
export function agentOrCallers(
  argv: readonly string[],
  to: Parameters<typeof runThroughGateway>[1] & { readonly doing: string },
  flags: ListenFlags,
): Promise<AgentEnd> {
  const ready = (): void => tellVariables(to, { forEval: flags.printEnv === true, doing: to.doing });
  if (argv.length === 0) return untilInterrupted(to.watch, ready);
  if (flags.listen !== undefined) ready();
  return runThroughGateway(argv, to, flags);
}
