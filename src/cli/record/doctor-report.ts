import type { Reach } from "../../gateway/reach.ts";
import { originOf } from "../../gateway/routes.ts";
import { PROVIDERS } from "../../providers/provider-table.ts";
import { sanitise } from "../../text/sanitise.ts";
import { width as displayWidth, pad } from "../../text/width.ts";
import type { AgentRuntime, Runtime } from "./agent-runtime.ts";

/** What `vcr doctor` says before anything has run. */

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

export function doctorReport(
  argv: readonly string[],
  how: {
    readonly runtime: AgentRuntime;
    readonly reach: Reach;
    readonly environment: NodeJS.ProcessEnv;
    readonly dotenv: ReadonlyMap<string, string>;
  },
): readonly string[] {
  const { runtime, reach, environment, dotenv } = how;
  const hook = argv.length === 0 ? "hook" : runtime.trouble.length > 0 ? undefined : HOOK[runtime.runtime];
  const variables = runtime.runtime === "container" ? [] : reach.variables;
  return [
    ...(argv.length === 0
      ? ["The hook gets into Node and Python programs; others are reached by the variables only."]
      : [
          `command   ${sanitise(argv.join(" "))}`,
          `          ${runtime.path === undefined ? "not found on PATH" : sanitise(runtime.path)}`,
          `          ${HOOKS[runtime.runtime]}`,
        ]),
    ...runtime.trouble.map((text) => `  !       ${text}`),
    ...conflicts(reach, { environment, dotenv }).map((text) => `  !       ${sanitise(text)}`),
    "",
    ...table([
      ["provider", "key", "calls go to", "caught by"],
      ...reach.routes
        .filter(({ id }) => id !== "local")
        .map((route) => cells(route, { reach, environment, variables, hook })),
      ["local", "", "any server on this machine", hook ?? NOT_CAUGHT],
    ]),
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

function cells(
  route: Reach["routes"][number],
  how: {
    readonly reach: Reach;
    readonly environment: NodeJS.ProcessEnv;
    readonly variables: Reach["variables"];
    readonly hook: Hook;
  },
): readonly string[] {
  const { reach, environment, hook } = how;
  const keys = PROVIDERS.find(({ id }) => id === route.id)?.keys ?? [reach.keys.get(route.id) ?? ""];
  const key = keys.find((name) => environment[name]) ?? keys[0] ?? "";
  const upstream = route.upstreams[0] ? originOf(route.upstreams[0]) : (route.hosts[0] ?? "");
  const variables = how.variables.filter(({ path }) => path === `/${route.id}` || path.startsWith(`/${route.id}/`));
  const ways = [
    ...variables.map(({ name, was }) => (was === undefined ? name : `${name} (was set)`)),
    ...(hook === undefined ? [] : [hook]),
  ];
  const state = key === "" ? "" : `${key} ${environment[key] ? "set" : "-"}`;
  return [sanitise(route.id), state, sanitise(upstream), ways.join(", ") || NOT_CAUGHT];
}

/** Settings that would lead calls past the gateway. */
function conflicts(
  reach: Reach,
  how: { readonly environment: NodeJS.ProcessEnv; readonly dotenv: ReadonlyMap<string, string> },
): string[] {
  const { environment, dotenv } = how;
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
