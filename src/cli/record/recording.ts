import { Gateway } from "../../gateway/gateway.ts";
import { McpHolds } from "../../gateway/mcp/mcp-holds.ts";
import { reachOf } from "../../gateway/reach/reach.ts";
import { EventEndpoint } from "../../gateway/recording/event-endpoint.ts";
import { RecordingHandler } from "../../gateway/recording/recording-handler.ts";
import { customRules, ownProviders, type VcrConfig } from "../../record/config.ts";
import { RunRecorder } from "../../record/run-recorder.ts";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import { WireReader } from "../../replay/calls/wire-call.ts";
import { replayRules } from "../../replay/replay-rules.ts";
import type { RunHeader } from "../../trace/event.ts";
import { type AgentGateway, agentFolder, openAgentGateway } from "../agent/agent-gateway.ts";
import { startHolding } from "../agent/holding.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";

export interface RecordingOptions {
  readonly path: string;
  readonly header: RunHeader;
  readonly config: VcrConfig;
  readonly environment: NodeJS.ProcessEnv;
  readonly redact: boolean;
  readonly fingerprints: boolean;
  readonly force: boolean;
  /** By what its calls stand still. */
  readonly holding: HoldingFlags;
  readonly externalize?: number;
  readonly port?: number;
  readonly hosts?: readonly string[];
  onProblem(error: unknown): void;
}

/** A gateway that records. */
export interface Recording extends AgentGateway {
  readonly recorder: RunRecorder;
  /** Events but for calls that did not go out. */
  live(): number;
}

export async function startRecording(options: RecordingOptions): Promise<Recording> {
  const { config, environment, externalize, port, hosts } = options;
  const masker = maskerFor(options);
  const reach = reachOf(environment, ownProviders(config));
  const keyName = (route: string): string | undefined => reach.keys.get(route);
  const recorder = new RunRecorder(options.path, options.header, {
    ...{ masker, keyName, onlyWithEvents: true, onProblem: options.onProblem },
    ...{ fingerprints: options.fingerprints, force: options.force },
    ...(externalize === undefined ? {} : { externalize }),
  });
  const holding = await startHolding({ flags: options.holding, recorder, guardsLoops: false, liveOnly: false });
  const { holds, outgoing } = holding;
  const reader = new WireReader(replayRules({}), { masker, keyName, book: recorder.book });
  const events = new EventEndpoint(recorder);
  const held = new McpHolds(holds, recorder);
  const handler = new RecordingHandler(recorder, { holds, rewriting: { rewriter: outgoing, reader } });
  const gateway = new Gateway({
    routes: reach.routes,
    handler,
    environment,
    own: async (name, request) => (name === "hold" ? held.answer(request) : events.answer(name, request.body)),
    ...(port === undefined ? {} : { port }),
    ...(hosts === undefined ? {} : { hosts }),
  });
  const open = await openAgentGateway(gateway, { folder: agentFolder(), recorder, holding, reach, environment });
  return { ...open, recorder, live: () => recorder.tally.events - handler.kept - held.kept };
}

function maskerFor({ redact, environment, config }: RecordingOptions): Masker {
  if (!redact) return new Masker({ off: true, secrets: [] });
  return new Masker({ secrets: environmentSecrets(environment), custom: customRules(config) });
}
