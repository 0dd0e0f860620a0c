import type { Reach } from "../../gateway/reach/reach.ts";
import { originOf } from "../../gateway/routes.ts";
import type { JsonObject } from "../../json/json.ts";
import { PROVIDERS } from "../../providers/provider-table.ts";
import { sanitise } from "../../text/sanitise.ts";
import { width as displayWidth, pad } from "../../text/width.ts";
import type { AgentRuntime, Runtime } from "./agent-runtime.ts";

/** What `vcr doctor` says before anything has run. */

export interface DoctorSubject {
  readonly runtime: AgentRuntime;
  readonly reach: Reach;
  readonly environment: NodeJS.ProcessEnv;
  readonly dotenv: ReadonlyMap<string, string>;
}

/** How the calls to one provider would be caught. */
interface ProviderReach {
  readonly id: string;
  /** Variable of its key; "" where it has none. */
  readonly key: string;
  readonly isKeySet: boolean;
  readonly upstream: string;
  readonly variables: readonly { readonly name: string; readonly wasSet: boolean }[];
  readonly hook: Hook;
}

const NOT_CAUGHT = "not caught";

/** What becomes of the hook: it gets in, it may get into programs that the command starts, it does not. */
type Hook = "hook" | "hook, in Node or Python programs" | undefined;

const ALSO_STARTS: Hook = "hook, in Node or Python programs";
const HOOK: Readonly<Record<Runtime, Hook>> = {
  node: "hook",
  python: "hook",
  bun: undefined,
  deno: undefined,
  container: undefined,
  native: undefined,
  shell: ALSO_STARTS,
  unknown: ALSO_STARTS,
};

const HOOKS: Readonly<Record<Runtime, string>> = {
  node: "Node: the hook redirects fetch, http, https and undici (NODE_OPTIONS)",
  python: "Python: the hook redirects httpx, requests, urllib3, aiohttp, urllib, http.client (PYTHONPATH)",
  bun: "Bun loads no hook: base-URL variables only",
  deno: "Deno loads no hook: base-URL variables only",
  container: "runs elsewhere: neither variables nor hooks reach it",
  native: "a native program: base-URL variables only; Node and Python programs it starts load the hooks",
  shell: "a shell: what it starts gets the variables, Node and Python programs load the hooks",
  unknown: "of an unknown kind: base-URL variables; Node and Python programs it starts load the hooks",
};

/** The same as a program reads it. */
export function doctorJson(argv: readonly string[], subject: DoctorSubject): JsonObject {
  const { runtime } = subject;
  return {
    ...(argv.length === 0 ? {} : { command: argv, path: runtime.path ?? null, runtime: runtime.runtime }),
    warnings: [...runtime.trouble, ...conflicts(subject)],
    providers: providersOf(argv, subject).map(({ id, key, isKeySet, upstream, variables, hook }) => ({
      ...{ id, ...(key === "" ? {} : { key, keySet: isKeySet }), upstream },
      variables: variables.map(({ name, wasSet }) => ({ name, wasSet })),
      hook: hook === undefined ? "no" : hook === ALSO_STARTS ? "in programs it starts" : "yes",
    })),
  };
}

function providersOf(
  argv: readonly string[],
  { runtime, reach, environment }: DoctorSubject,
): readonly ProviderReach[] {
  const hook = argv.length === 0 ? "hook" : runtime.trouble.length > 0 ? undefined : HOOK[runtime.runtime];
  const all = runtime.runtime === "container" ? [] : reach.variables;
  return reach.routes.map((route) => {
    const keys = PROVIDERS.find(({ id }) => id === route.id)?.keys ?? [reach.keys.get(route.id) ?? ""];
    const key = keys.find((name) => environment[name]) ?? keys[0] ?? "";
    const own = all.filter(({ path }) => path === `/${route.id}` || path.startsWith(`/${route.id}/`));
    return {
      ...{ id: route.id, key, isKeySet: Boolean(environment[key]), hook },
      upstream: route.id === "local" ? "any server on this machine" : upstreamOf(route),
      variables: own.map(({ name, was }) => ({ name, wasSet: was !== undefined })),
    };
  });
}

function upstreamOf({ upstreams, hosts }: Reach["routes"][number]): string {
  return upstreams[0] ? originOf(upstreams[0]) : (hosts[0] ?? "");
}

export function doctorReport(argv: readonly string[], subject: DoctorSubject): readonly string[] {
  const { runtime } = subject;
  return [
    ...(argv.length === 0
      ? ["The hook gets into Node and Python programs; others are reached by the variables only."]
      : [
          `command   ${sanitise(argv.join(" "))}`,
          `          ${runtime.path === undefined ? "not found on PATH" : sanitise(runtime.path)}`,
          `          ${HOOKS[runtime.runtime]}`,
        ]),
    ...runtime.trouble.map((text) => `  !       ${text}`),
    ...conflicts(subject).map((text) => `  !       ${sanitise(text)}`),
    "",
    ...table([["provider", "key", "calls go to", "caught by"], ...providersOf(argv, subject).map(cells)]),
  ];
}

/** Columns as wide as their widest cell, two blanks apart. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ""))));
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function cells({ id, key, isKeySet, upstream, variables, hook }: ProviderReach): readonly string[] {
  const ways = [
    ...variables.map(({ name, wasSet }) => (wasSet ? `${name} (was set)` : name)),
    ...(hook === undefined ? [] : [hook]),
  ];
  const state = key === "" ? "" : `${key} ${isKeySet ? "set" : "-"}`;
  return [sanitise(id), state, sanitise(upstream), ways.join(", ") || NOT_CAUGHT];
}

/** Settings that would lead calls past the gateway. */
function conflicts({ reach, environment, dotenv }: DoctorSubject): string[] {
  const overridden = reach.variables.filter(({ name }) => dotenv.has(name) && environment[name] === undefined);
  const transport =
    environment.OPENAI_RESPONSES_TRANSPORT === "websocket"
      ? ["OPENAI_RESPONSES_TRANSPORT=websocket: WebSockets are refused, clients fall back to HTTP"]
      : [];
  return [
    ...overridden.map(
      ({ name }) =>
        `.env sets ${name}: loaders that override the environment lead calls past vcr; export it before vcr record and it becomes the upstream`,
    ),
    ...transport,
  ];
}
