import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Gateway } from "../../gateway/gateway.ts";
import { type AgentEnvironmentOptions, agentEnvironment } from "../../gateway/reach/agent-environment.ts";
import type { Reach } from "../../gateway/reach/reach.ts";
import type { RunRecorder } from "../../record/run-recorder.ts";
import { hookFiles } from "../hook-files.ts";
import { bypassed } from "./bypassed.ts";
import type { Holding } from "./holding.ts";

/** A gateway that listens, and the environment by which agents come to it. */
export interface AgentGateway {
  readonly gateway: Gateway;
  readonly holding: Holding;
  /** What has to be set for an agent. */
  readonly variables: Readonly<Record<string, string>>;
  /** Providers that were reached past the gateway, and how often. */
  bypassed(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export interface AgentGatewayOptions {
  /** Where agents and their hooks leave what they have to say: see `agentFolder`. Gone when the gateway is closed. */
  readonly folder: string;
  readonly recorder: RunRecorder | undefined;
  readonly holding: Holding;
  readonly reach: Reach;
  readonly environment: NodeJS.ProcessEnv;
  readonly steady?: AgentEnvironmentOptions["steady"];
}

export function agentFolder(): string {
  return mkdtempSync(join(tmpdir(), "vcr-"));
}

/** Starts the gateway. @throws VcrError when it cannot listen; then the file that was begun is gone again */
export async function openAgentGateway(gateway: Gateway, options: AgentGatewayOptions): Promise<AgentGateway> {
  const { folder, recorder, holding, reach, environment, steady } = options;
  const close = async (): Promise<void> => {
    holding.end();
    await gateway.close();
    recorder?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const bypassFile = join(folder, "bypassed");
  try {
    const hooks = hookFiles();
    await gateway.listen();
    const where = { url: gateway.url, bypassFile, pathSeparator: delimiter };
    const variables = agentEnvironment(environment, { reach, hooks, steady, ...where });
    return { gateway, holding, variables, bypassed: () => bypassed(bypassFile), close };
  } catch (error) {
    await close();
    throw error;
  }
}
