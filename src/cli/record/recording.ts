import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { agentEnvironment } from "../../gateway/agent-environment.ts";
import { EventEndpoint } from "../../gateway/event-endpoint.ts";
import { Gateway } from "../../gateway/gateway.ts";
import { McpHolds } from "../../gateway/mcp-holds.ts";
import { reachOf } from "../../gateway/reach.ts";
import { RecordingHandler } from "../../gateway/recording-handler.ts";
import { customRules, ownProviders, type VcrConfig } from "../../record/config.ts";
import { RunRecorder } from "../../record/run-recorder.ts";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import { WireReader } from "../../replay/calls/wire-call.ts";
import { replayRules } from "../../replay/replay-rules.ts";
import type { RunHeader } from "../../trace/event.ts";
import { bypassed } from "../agent/bypassed.ts";
import { type Holding, startHolding } from "../agent/holding.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";
import { listenOrClose } from "../agent/listen-or-close.ts";
import { hookFiles } from "../hook-files.ts";

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

/** A gateway that records, and the environment by which agents come to it. */
export interface Recording {
  readonly recorder: RunRecorder;
  readonly gateway: Gateway;
  readonly holding: Holding;
  /** What has to be set for an agent. */
  readonly variables: Readonly<Record<string, string>>;
  /** Providers that were reached past the gateway, and how often. */
  bypassed(): ReadonlyMap<string, number>;
  /** Events but for calls that did not go out. */
  live(): number;
  close(): Promise<void>;
}

export async function startRecording(options: RecordingOptions): Promise<Recording> {
  const { config, environment, externalize, port, hosts } = options;
  const hooks = hookFiles();
  const masker = maskerFor(options);
  const reach = reachOf(environment, ownProviders(config));
  const recorder = new RunRecorder(options.path, options.header, {
    masker,
    fingerprints: options.fingerprints,
    force: options.force,
    onlyWithEvents: true,
    ...(externalize === undefined ? {} : { externalize }),
    keyName: (route) => reach.keys.get(route),
    onProblem: options.onProblem,
  });
  const holding = await startHolding({ flags: options.holding, recorder, guardsLoops: false, liveOnly: false });
  const { holds, outgoing } = holding;
  const reader = new WireReader(replayRules({}), {
    masker,
    keyName: (route) => reach.keys.get(route),
    book: recorder.book,
  });
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
  await listenOrClose(gateway, recorder, holding);
  const folder = mkdtempSync(join(tmpdir(), "vcr-"));
  const bypassFile = join(folder, "bypassed");
  return {
    recorder,
    gateway,
    holding,
    variables: agentEnvironment(environment, { reach, url: gateway.url, hooks, bypassFile, pathSeparator: delimiter }),
    bypassed: () => bypassed(bypassFile),
    live: () => recorder.tally.events - handler.kept - held.kept,
    close: async () => {
      holding.end();
      await gateway.close();
      recorder.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function maskerFor({ redact, environment, config }: RecordingOptions): Masker {
  if (!redact) return new Masker({ off: true, secrets: [] });
  return new Masker({ secrets: environmentSecrets(environment), custom: customRules(config) });
}
