import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { agentEnvironment } from "../../gateway/agent-environment.ts";
import { EventEndpoint } from "../../gateway/event-endpoint.ts";
import { Gateway } from "../../gateway/gateway.ts";
import { LiveCalls, type LivePart } from "../../gateway/live-calls.ts";
import { McpAnswers } from "../../gateway/mcp-answers.ts";
import { McpHolds } from "../../gateway/mcp-holds.ts";
import { mcpReplayPolicy } from "../../gateway/mcp-replay-policy.ts";
import { reachOf } from "../../gateway/reach.ts";
import { ReplayHandler } from "../../gateway/replay-handler.ts";
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
import { bypassed } from "../agent/bypassed.ts";
import { handTo } from "../agent/handing.ts";
import { type Holding, startHolding } from "../agent/holding.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";
import { listenOrClose } from "../agent/listen-or-close.ts";
import { hookFiles } from "../hook-files.ts";

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

/** A gateway that answers from a recording, and the environment by which agents come to it. */
export interface Replaying {
  readonly gateway: Gateway;
  readonly recorder: RunRecorder | undefined;
  readonly holding: Holding;
  /** What has to be set for an agent, placeholders for missing keys among it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Calls that went to their servers. */
  readonly live: number;
  /** Calls that were to go to their servers and did not for want of a key, by its variable. */
  readonly withoutKey: ReadonlyMap<string, number>;
  /** Providers that were reached past the gateway, and how often. */
  bypassed(): ReadonlyMap<string, number>;
  /** What programs said that they served of the calls that were handed to them. */
  handedLog(): string;
  close(): Promise<void>;
}

export async function startReplaying(options: ReplayingOptions): Promise<Replaying> {
  const { session, rules, run, config, environment, masker, save, speed, port, hosts } = options;
  const hooks = hookFiles();
  const own = ownProviders(config);
  const reach = reachOf(environment, own);
  const keyName = (route: string): string | undefined => reach.keys.get(route);
  const recorder =
    save &&
    new RunRecorder(save.path, save.header, { masker, keyName, onlyWithEvents: true, onProblem: options.onProblem });
  const events = recorder && new EventEndpoint(recorder, { othersAreServed: true });
  const keys = placeholderKeys(
    environment,
    own.flatMap(({ key }) => key ?? []),
  );
  const live = new LiveCalls({ part: options.live, placeholders: keys });
  const holding = await startHolding({
    flags: options.holding,
    recorder,
    guardsLoops: live.part !== undefined,
    liveOnly: true,
  });
  const handler = new ReplayHandler({
    session,
    holds: holding.holds,
    reader: new WireReader(rules, { masker, keyName, book: recorder?.book }),
    secrets: new Secrets(environment),
    run,
    recorder,
    speed,
    live,
    clock: options.steady?.clock,
  });
  const mcp = new McpAnswers({
    ...{ session, rules, masker, recorder, secrets: new Secrets(environment) },
    policy: mcpReplayPolicy({ session, run, live: options.live && live }),
  });
  const held = recorder && new McpHolds(holding.holds, recorder);
  const gateway = new Gateway({
    routes: reach.routes,
    handler,
    environment,
    before: () => handing.take(),
    own: async (name, request) => {
      if (name === "mcp") return mcp.answer(request.body);
      if (name === "hold" && held !== undefined) return held.answer(request);
      const nothing = { status: 200, json: { steps: [] } };
      return name === "served" || events === undefined ? nothing : events.answer(name, request.body);
    },
    ...(port === undefined ? {} : { port }),
    ...(hosts === undefined ? {} : { hosts }),
  });
  await listenOrClose(gateway, recorder, holding);
  const folder = mkdtempSync(join(tmpdir(), "vcr-"));
  const bypassFile = join(folder, "bypassed");
  const handing = handTo(folder, options.handed, events);
  return {
    gateway,
    recorder,
    holding,
    variables: {
      ...keys,
      ...handing.variables,
      ...agentEnvironment(environment, {
        ...{
          reach,
          hooks,
          bypassFile,
          url: gateway.url,
          pathSeparator: delimiter,
          steady: options.steady && steadyOf(options.steady),
        },
      }),
    },
    get live() {
      return live.count + (events?.live ?? 0);
    },
    withoutKey: live.refused,
    bypassed: () => bypassed(bypassFile),
    handedLog: () => handing.log(),
    close: async () => {
      holding.end();
      await gateway.close();
      recorder?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the hook of Node agents is told. */
function steadyOf({ clock, seed }: NonNullable<ReplayingOptions["steady"]>) {
  return defined({ clock: clock?.first, seed });
}
