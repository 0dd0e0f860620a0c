import { Gateway } from "../../gateway/gateway.ts";
import { McpAnswers } from "../../gateway/mcp/mcp-answers.ts";
import { McpHolds } from "../../gateway/mcp/mcp-holds.ts";
import { mcpReplayPolicy } from "../../gateway/mcp/mcp-replay-policy.ts";
import { reachOf } from "../../gateway/reach/reach.ts";
import { EventEndpoint } from "../../gateway/recording/event-endpoint.ts";
import { LiveCalls, type LivePart } from "../../gateway/replaying/live-calls.ts";
import { ReplayHandler } from "../../gateway/replaying/replay-handler.ts";
import { defined } from "../../providers/defined.ts";
import { ownProviders, type VcrConfig } from "../../record/config.ts";
import { RunRecorder } from "../../record/run-recorder.ts";
import type { Masker } from "../../redact/masker.ts";
import { WireReader } from "../../replay/calls/wire-call.ts";
import { placeholderKeys } from "../../replay/placeholder-keys.ts";
import type { ReplayRules } from "../../replay/replay-rules.ts";
import type { ReplaySession } from "../../replay/replay-session.ts";
import { Secrets } from "../../replay/restore-secrets.ts";
import type { RunClock } from "../../replay/run-clock.ts";
import type { RunHeader } from "../../trace/event.ts";
import { type AgentGateway, agentFolder, openAgentGateway } from "../agent/agent-gateway.ts";
import { handTo } from "../agent/handing.ts";
import { startHolding } from "../agent/holding.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";
import { servedRequests } from "../agent/served-requests.ts";

export interface ReplayingOptions {
  readonly session: ReplaySession;
  readonly rules: ReplayRules;
  /** What the replayed run is called in messages. */
  readonly run: string;
  readonly config: VcrConfig;
  readonly environment: NodeJS.ProcessEnv;
  readonly masker: Masker;
  /** By what its calls stand still. */
  readonly holding: HoldingFlags;
  /** Where the replay is saved; undefined: nowhere. */
  readonly save?: { readonly path: string; readonly header: RunHeader } | undefined;
  /** Text of the file by which recorded calls of wrapped functions are handed to the program. */
  readonly handed?: string | undefined;
  /** What is called for real. @default nothing */
  readonly live?: LivePart | undefined;
  readonly steady?: { readonly clock?: RunClock; readonly seed?: number } | undefined;
  readonly speed?: number | undefined;
  readonly port?: number | undefined;
  readonly hosts?: readonly string[];
  onProblem(error: unknown): void;
}

/** A gateway that answers from a recording; placeholders for missing keys are among its variables. */
export interface Replaying extends AgentGateway {
  readonly recorder: RunRecorder | undefined;
  /** Calls that went to their servers. */
  readonly live: number;
  /** Calls that were to go to their servers and did not for want of a key, by its variable. */
  readonly withoutKey: ReadonlyMap<string, number>;
  /** What programs said that they served of the calls that were handed to them. */
  handedLog(): string;
}

export async function startReplaying(options: ReplayingOptions): Promise<Replaying> {
  const { session, rules, run, config, environment, masker, port, hosts, steady } = options;
  const own = ownProviders(config);
  const reach = reachOf(environment, own);
  const keyName = (route: string): string | undefined => reach.keys.get(route);
  const recorder = recorderOf(options, keyName);
  const events = recorder && new EventEndpoint(recorder, { othersAreServed: true });
  const ownKeys = own.flatMap(({ key }) => key ?? []);
  const keys = placeholderKeys(environment, ownKeys);
  const live = new LiveCalls({ part: options.live, placeholders: keys });
  const guardsLoops = live.part !== undefined;
  const holding = await startHolding({ flags: options.holding, recorder, guardsLoops, liveOnly: true });
  const secrets = new Secrets(environment);
  const reader = new WireReader(rules, { masker, keyName, book: recorder?.book });
  const handler = new ReplayHandler({
    ...{ session, holds: holding.holds, reader, secrets, run, recorder, live },
    ...{ speed: options.speed, clock: steady?.clock },
  });
  const policy = mcpReplayPolicy({ session, run, live: options.live && live });
  const mcp = new McpAnswers({ session, rules, masker, recorder, secrets, policy });
  const held = recorder && new McpHolds(holding.holds, recorder);
  const folder = agentFolder();
  const handing = handTo(folder, options.handed, events);
  const gateway = new Gateway({
    ...{ routes: reach.routes, handler, environment, before: handing.take },
    own: servedRequests({ mcp, held, events }),
    ...(port === undefined ? {} : { port }),
    ...(hosts === undefined ? {} : { hosts }),
  });
  const told = steady && steadyOf(steady);
  const open = await openAgentGateway(gateway, { folder, recorder, holding, reach, environment, steady: told });
  return {
    ...open,
    variables: { ...keys, ...handing.variables, ...open.variables },
    recorder,
    get live() {
      return live.count + (events?.live ?? 0);
    },
    withoutKey: live.refused,
    handedLog: handing.log,
  };
}

function recorderOf(
  { save, masker, onProblem }: ReplayingOptions,
  keyName: (route: string) => string | undefined,
): RunRecorder | undefined {
  return save && new RunRecorder(save.path, save.header, { masker, keyName, onlyWithEvents: true, onProblem });
}

/** What the hook of Node agents is told. */
function steadyOf({ clock, seed }: NonNullable<ReplayingOptions["steady"]>) {
  return defined({ clock: clock?.first, seed });
}
