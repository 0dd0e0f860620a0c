import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Boundary } from "../../fork/boundary.ts";
import { ForkHandler } from "../../fork/fork-handler.ts";
import { mcpForkPolicy } from "../../fork/mcp-fork-policy.ts";
import type { ForkPlan } from "../../fork/plan/plan.ts";
import { OutgoingRequests } from "../../fork/rewrite/outgoing-requests.ts";
import { otherEdits } from "../../fork/rewrite/rewrite.ts";
import { Gateway } from "../../gateway/gateway.ts";
import { McpAnswers } from "../../gateway/mcp/mcp-answers.ts";
import { McpHolds } from "../../gateway/mcp/mcp-holds.ts";
import { reachOf } from "../../gateway/reach/reach.ts";
import { EventEndpoint } from "../../gateway/recording/event-endpoint.ts";
import type { JsonObject } from "../../json/json.ts";
import { PROVIDERS } from "../../providers/provider-table.ts";
import { customRules, ownProviders, type VcrConfig } from "../../record/config.ts";
import { RunRecorder } from "../../record/run-recorder.ts";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import { WireReader } from "../../replay/calls/wire-call.ts";
import { boundaryText } from "../../replay/handed/handed-boundary.ts";
import { placeholderKeys } from "../../replay/placeholder-keys.ts";
import type { ReplayRules } from "../../replay/replay-rules.ts";
import type { ReplaySession } from "../../replay/replay-session.ts";
import { Secrets } from "../../replay/restore-secrets.ts";
import type { RunHeader } from "../../trace/event.ts";
import { type AgentGateway, agentFolder, openAgentGateway } from "../agent/agent-gateway.ts";
import { handTo } from "../agent/handing.ts";
import { startHolding } from "../agent/holding.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";
import { servedRequests } from "../agent/served-requests.ts";

export interface ForkingOptions {
  readonly plan: ForkPlan;
  readonly session: ReplaySession;
  readonly rules: ReplayRules;
  /** What the forked run is called in messages. */
  readonly run: string;
  readonly config: VcrConfig;
  readonly environment: NodeJS.ProcessEnv;
  /** By what its calls stand still. */
  readonly holding: HoldingFlags;
  readonly save: { readonly path: string; readonly header: RunHeader };
  /** Text of the file by which recorded calls of wrapped functions are handed to the program, given the file that says how far the fork is. */
  readonly handed?: ((boundary: string) => string) | undefined;
  /** Variables of keys that live calls need: nothing stands in for these. */
  readonly needed: readonly string[];
  onProblem(error: unknown): void;
  /** What is kept besides of a live call. */
  readonly besides?: (() => JsonObject) | undefined;
}

/** A gateway that serves up to a step and sends on from there. */
export interface Forking extends AgentGateway {
  readonly handler: ForkHandler;
  readonly recorder: RunRecorder;
  /** What programs said that they served of the calls that were handed to them. */
  handedLog(): string;
}

export async function startForking(options: ForkingOptions): Promise<Forking> {
  const { plan, session, rules, run, config, environment, save, onProblem } = options;
  const reach = reachOf(environment, ownProviders(config));
  const keyName = (route: string): string | undefined => reach.keys.get(route);
  const masker = new Masker({ secrets: environmentSecrets(environment), custom: customRules(config) });
  const recorder = new RunRecorder(save.path, save.header, { masker, keyName, onlyWithEvents: true, onProblem });
  const keys = standInKeys(options);
  const secrets = new Secrets(environment);
  const outgoing = new OutgoingRequests(plan.rewrites, otherEdits(plan.edits));
  const holding = await startHolding({ flags: options.holding, recorder, outgoing, guardsLoops: true, liveOnly: true });
  const handler = new ForkHandler({
    ...{ outgoing, holds: holding.holds },
    ...{ plan, session, recorder, run, secrets },
    reader: new WireReader(rules, { masker, keyName, book: recorder.book }),
    ...(options.besides && { besides: options.besides }),
    placeholders: new Map(keys.map(([name, value]) => [value, name])),
  });
  const events = new EventEndpoint(recorder, { othersAreServed: true });
  const policy = mcpForkPolicy({ handler, plan, session, secrets, run });
  const mcp = new McpAnswers({ session, rules, masker, secrets, recorder, policy });
  const held = new McpHolds(holding.holds, recorder);
  const folder = agentFolder();
  const handing = handTo(folder, options.handed?.(boundaryFile(folder, handler.boundary)), events);
  const own = servedRequests({ mcp, held, events });
  const gateway = new Gateway({ routes: reach.routes, handler, environment, before: handing.take, own });
  const open = await openAgentGateway(gateway, { folder, recorder, holding, reach, environment });
  const variables = { ...Object.fromEntries(keys), ...handing.variables, ...open.variables };
  return { ...open, variables, handler, recorder, handedLog: handing.log };
}

/** For clients that refuse to be made without a key; nothing stands in for one that live calls need. */
function standInKeys({ config, environment, needed }: ForkingOptions): readonly (readonly [string, string])[] {
  const ownKeys = ownProviders(config).flatMap(({ key }) => key ?? []);
  const vendors = PROVIDERS.filter((each) => each.keys.some((name) => needed.includes(name)));
  const real = new Set([...needed, ...vendors.flatMap((each) => each.keys)]);
  return Object.entries(placeholderKeys(environment, ownKeys)).filter(([name]) => !real.has(name));
}

/** The path of a file that says how far the fork is. */
function boundaryFile(folder: string, boundary: Boundary): string {
  const path = join(folder, "boundary.json");
  const write = (): void => writeFileSync(path, boundaryText(boundary), { mode: 0o600 });
  boundary.onChange = write;
  write();
  return path;
}
