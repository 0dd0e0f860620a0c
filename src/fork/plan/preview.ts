import { isAskedHere } from "../../gateway/asked-here.ts";
import { reachOf } from "../../gateway/reach/reach.ts";
import { PROVIDERS } from "../../providers/provider-table.ts";
import { opOfRow } from "../../replay/calls/op-of-row.ts";
import { signedBlocks } from "../../replay/calls/signed-blocks.ts";
import type { Recording } from "../../replay/recording.ts";
import { isServed, servedTools } from "../../replay/report/tools-of-run.ts";
import { maskedPlaces, type Secrets } from "../../replay/restore-secrets.ts";
import type { Row, Run } from "../../run/run.ts";
import { VcrError } from "../../trace/errors.ts";
import type { ForkPlan } from "./plan.ts";
import type { PreparedContinuation } from "./prepared-continuation.ts";

/** What a user is told before a fork starts: what is served, what is live, what runs for real, what is missing. */

export interface ForkPreview {
  /** The first live step. */
  readonly limit: number;
  readonly notes: readonly string[];
  readonly changes: readonly PlannedChange[];
  /** Tools whose calls pass through vcr: served before the limit. */
  readonly passing: readonly string[];
  /** MCP servers over stdio of which calls are served before the limit. */
  readonly servers: readonly string[];
  /** Tools that the agent runs by itself. */
  readonly real: readonly string[];
  /** Vendors and models that live calls go to, as recorded. */
  readonly providers: readonly string[];
  readonly models: readonly string[];
  /** All of them are servers on this machine: nobody else sends a bill. */
  readonly here: boolean;
  /** Variables of keys that live calls need: of each vendor the one that is set, else the usual one. */
  readonly keys: readonly string[];
  /** Those of them that are not set. */
  readonly missingKeys: readonly string[];
  /** Placeholders in served answers for which there is no value. */
  readonly missingSecrets: readonly string[];
}

/** What is changed, a line each. */
export interface PlannedChange {
  /** `STEP:POINTER`; missing where it is changed in several at once. */
  readonly place?: string;
  readonly text: string;
}

/** Of a continuation without the agent: nothing is served, and no tool runs. */
export function continuationPreview(
  run: Run,
  { start, plan, rewrites }: PreparedContinuation,
  environment: Environment,
): ForkPreview {
  const asked = finished(askedLive(run, start.at, environment));
  const providers = start.asked.provider === undefined ? asked.providers : [start.asked.provider];
  const keys = keysOf(providers, environment);
  return {
    limit: start.at,
    notes: [...plan.notes, ...start.notes],
    changes: [...new Set([...plan.rewrites, ...rewrites])].map((each) => changeAt(each, "is changed")),
    ...{ passing: [], servers: [], real: [], missingSecrets: [] },
    ...{
      providers,
      models: asked.models,
      here: isAskedHere(start.asked, reachOf(environment)),
      keys,
      missingKeys: keys.filter((name) => !isSet(environment, name)),
    },
  };
}

export interface PreviewSubject {
  readonly run: Run;
  /** Calls of wrapped functions. @default they run for real */
  readonly inside?: Recording;
  readonly recording: Recording;
  readonly plan: ForkPlan;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws VcrError where a served answer is signed and cannot be restored */
export function forkPreview(subject: PreviewSubject, secrets: Secrets, environment: Environment): ForkPreview {
  return finished(forkPreviewSteps(subject, secrets, environment));
}

function finished<T>(steps: Generator<number, T, undefined>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, call by call: each yields how far it is, from 0 to 1. @throws as `forkPreview` */
export function* forkPreviewSteps(
  { run, recording, inside, plan }: PreviewSubject,
  secrets: Secrets,
  environment: Environment,
): Generator<number, ForkPreview, undefined> {
  const { limit } = plan;
  const { served, real } = yield* toolsOfFork(run, [...recording.calls, ...(inside?.calls ?? [])]);
  const { providers, models, here } = yield* askedLive(run, limit, environment);
  const keys = keysOf(providers, environment);
  return {
    limit,
    notes: plan.notes,
    changes: changesOfPlan(plan),
    passing: served,
    servers: serversOfFork(recording, limit),
    real,
    providers,
    models,
    here,
    keys,
    missingKeys: keys.filter((name) => !isSet(environment, name)),
    missingSecrets: yield* missingInPrefix(recording, plan, secrets),
  };
}

function changesOfPlan({ rewrites, answers }: ForkPlan): readonly PlannedChange[] {
  const pins = rewrites.filter(({ pinned }) => pinned === true).length;
  return [
    ...(pins > 0
      ? [{ text: `live requests carry the recorded results of ${pins} tool call(s), whatever these answer now` }]
      : []),
    ...rewrites
      .filter(({ pinned }) => pinned !== true)
      .map(({ target, once, ...place }) => {
        const which = target.kind === "parameter" ? "" : " that carries it";
        const where = once ? `the first live request${which}, and in no other` : `every live request${which}`;
        return changeAt(place, `is changed in ${where}`);
      }),
    ...[...answers].flatMap(([step, edits]) =>
      edits.map(({ pointer }) => changeAt({ step, pointer: `/response${pointer}` }, "is served changed")),
    ),
  ];
}

function changeAt(
  { step, pointer }: { readonly step: string | number; readonly pointer: string },
  what: string,
): PlannedChange {
  const place = `${step}:${pointer}`;
  return { place, text: `${place} ${what}` };
}

/** Rows looked at between two looks at the clock. */
const ROWS = 500;

/** Of each vendor the row of a call, and the models. */
class Addressed {
  readonly rows = new Map<string | undefined, number>();
  readonly models = new Set<string>();

  add(i: number, { provider, name }: Row): void {
    if (!this.rows.has(provider)) this.rows.set(provider, i);
    if (name !== undefined) this.models.add(name);
  }
}

/** Vendors and models that steps from the limit on were asked of; all of the run where none comes after it. */
function* askedLive(
  run: Run,
  limit: number,
  environment: Environment,
): Generator<number, Pick<ForkPreview, "providers" | "models" | "here">, undefined> {
  const [all, beyond] = [new Addressed(), new Addressed()];
  for (let i = 0; i < run.length; i++) {
    if (i % ROWS === ROWS - 1) yield i / run.length;
    const row = run.row(i);
    if (row.kind !== "llm") continue;
    all.add(i, row);
    if (row.seq >= limit) beyond.add(i, row);
  }
  const { rows, models } = beyond.rows.size > 0 ? beyond : all;
  const reach = reachOf(environment);
  const here = [...rows].map(([provider, i]) => isAskedHere({ provider, url: run.body(i).request?.url }, reach));
  const providers = [...rows.keys()].filter((id) => id !== undefined);
  return { providers: providers.sort(), models: [...models].sort(), here: here.length > 0 && here.every(Boolean) };
}

function keysOf(providers: readonly string[], environment: Environment): readonly string[] {
  return providers.flatMap((id) => {
    const keys = PROVIDERS.find((each) => each.id === id)?.keys ?? [];
    return [keys.find((name) => isSet(environment, name)) ?? keys[0] ?? []].flat();
  });
}

function isSet(environment: Environment, name: string): boolean {
  return (environment[name] ?? "") !== "";
}

interface ToolsOfFork {
  readonly served: readonly string[];
  readonly real: readonly string[];
}

/** Tools of the run by what becomes of their calls: the agent runs those by itself that never passed through vcr. */
function* toolsOfFork(run: Run, calls: Recording["calls"]): Generator<number, ToolsOfFork, undefined> {
  const served = servedTools(calls);
  const real = new Set<string>();
  for (let i = 0; i < run.length; i++) {
    const row = run.row(i);
    if (i % ROWS === ROWS - 1) yield i / run.length;
    const { kind, name = "tool", derived } = row;
    // One call tells of a tool that it is real: results are not read for nothing.
    if (kind !== "tool" || real.has(name) || opOfRow(row) === "mcp" || isServed(served, name)) continue;
    const { result, resultStep } = derived ? run.tool(i) : {};
    // A result within the answer that asked for it is the vendor's own.
    if (!(derived && result !== undefined && resultStep === undefined)) real.add(name);
  }
  return { served: [...served].sort(), real: [...real].sort() };
}

/** What served calls did to these servers is not done again. */
function serversOfFork({ calls }: Recording, limit: number): readonly string[] {
  const servers = calls.flatMap(({ kind, server, step }) =>
    server !== undefined && (kind === "tool" || kind === "memory") && step < limit ? [server] : [],
  );
  return [...new Set(servers)].sort();
}

/**
 * Placeholders in answers before the boundary for which there is no value: the agent gets them, and sends them on.
 * @throws VcrError where such an answer holds a signed block, which the provider would refuse
 */
function* missingInPrefix(
  { calls }: Recording,
  { limit }: ForkPlan,
  secrets: Secrets,
): Generator<number, readonly string[], undefined> {
  const missing = new Set<string>();
  for (const call of calls) {
    if (call.step >= limit) continue;
    yield call.step / limit;
    const body = call.body();
    const { text, streamed, json } = body.response ?? {};
    if (text === undefined || !/<[A-Z0-9_]+>/.test(text)) continue;
    const found = secrets.edits(text, maskedPlaces(body), streamed === true).missing;
    if (found.length > 0 && json !== undefined && signedBlocks(json).length > 0)
      throw new VcrError(
        `the answer of step ${call.step} is signed and holds ${found.join(", ")}, which is not in this environment: it cannot go live`,
        { code: "secret", hint: `set ${found.map((name) => name.slice(1, -1)).join(", ")}` },
      );
    for (const name of found) missing.add(name);
  }
  return [...missing].sort();
}
