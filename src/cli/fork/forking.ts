import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Boundary } from "../../fork/boundary.ts";
import { ForkHandler } from "../../fork/fork-handler.ts";
import { mcpForkPolicy } from "../../fork/mcp-fork-policy.ts";
import type { ForkPlan } from "../../fork/plan/plan.ts";
import { OutgoingRequests } from "../../fork/rewrite/outgoing-requests.ts";
import { otherEdits } from "../../fork/rewrite/rewrite.ts";
import { agentEnvironment } from "../../gateway/agent-environment.ts";
import { EventEndpoint } from "../../gateway/event-endpoint.ts";
import { Gateway } from "../../gateway/gateway.ts";
import { McpAnswers } from "../../gateway/mcp-answers.ts";
import { McpHolds } from "../../gateway/mcp-holds.ts";
import { reachOf } from "../../gateway/reach.ts";
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
import { bypassed } from "../agent/bypassed.ts";
import { handTo } from "../agent/handing.ts";
import { type Holding, startHolding } from "../agent/holding.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";
import { listenOrClose } from "../agent/listen-or-close.ts";
import { hookFiles } from "../hook-files.ts";

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

/** A gateway that serves up to a step and sends on from there, and the environment by which agents come to it. */
export interface Forking {
  readonly gateway: Gateway;
  readonly handler: ForkHandler;
  readonly recorder: RunRecorder;
  readonly holding: Holding;
  readonly variables: Readonly<Record<string, string>>;
  bypassed(): ReadonlyMap<string, number>;
  /** What programs said that they served of the calls that were handed to them. */
  handedLog(): string;
  close(): Promise<void>;
}

export async function startForking(options: ForkingOptions): Promise<Forking> {
  const { plan, session, rules, run, config, environment, save, needed, onProblem } = options;
  const own = ownProviders(config);
  const reach = reachOf(environment, own);
  const keyName = (route: string): string | undefined => reach.keys.get(route);
  const masker = new Masker({ secrets: environmentSecrets(environment), custom: customRules(config) });
  const recorder = new RunRecorder(save.path, save.header, { masker, keyName, onlyWithEvents: true, onProblem });
  const ownKeys = own.flatMap(({ key }) => key ?? []);
  const vendors = PROVIDERS.filter((each) => each.keys.some((name) => needed.includes(name)));
  const real = new Set([...needed, ...vendors.flatMap((each) => each.keys)]);
  const keys = Object.entries(placeholderKeys(environment, ownKeys)).filter(([name]) => !real.has(name));
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
  const gateway = new Gateway({
    routes: reach.routes,
    handler,
    environment,
    before: () => handing.take(),
    own: async (name, request) => {
      if (name === "mcp") return mcp.answer(request.body);
      if (name === "hold") return held.answer(request);
      return name === "served" ? { status: 200, json: { steps: [] } } : events.answer(name, request.body);
    },
  });
  await listenOrClose(gateway, recorder, holding);
  const folder = mkdtempSync(join(tmpdir(), "vcr-"));
  const bypassFile = join(folder, "bypassed");
  const handing = handTo(folder, options.handed?.(boundaryFile(folder, handler.boundary)), events);
  const hooks = hookFiles();
  return {
    gateway,
    handler,
    recorder,
    holding,
    variables: {
      ...Object.fromEntries(keys),
      ...handing.variables,
      ...agentEnvironment(environment, { reach, url: gateway.url, hooks, bypassFile, pathSeparator: delimiter }),
    },
    bypassed: () => bypassed(bypassFile),
    handedLog: () => handing.log(),
    close: async () => {
      holding.end();
      await gateway.close();
      recorder.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The path of a file that says how far the fork is. */
function boundaryFile(folder: string, boundary: Boundary): string {
  const path = join(folder, "boundary.json");
  const write = (): void => writeFileSync(path, boundaryText(boundary), { mode: 0o600 });
  boundary.onChange = write;
  write();
  return path;
}
