import { PROVIDERS, type Provider } from "../../providers/provider-table.ts";
import { hostOf, originOf, type Route, type Upstream, upstreamOf, vendorRoute } from "../routes.ts";

/** How an agent's calls come to the gateway: routes, variables that clients read, and what the hooks inside the agent redirect. */

/** A provider of the user's own, from the configuration file. */
export interface OwnProvider {
  /** Name of the route. */
  readonly id: string;
  /** Base URL of the real server. */
  readonly upstream: string;
  /** Further hosts of it; one `*` stands for one character or more. */
  readonly hosts?: readonly string[];
  /** Variables from which its clients read the base URL. */
  readonly baseUrls?: readonly string[];
  /** Variable that holds the key. */
  readonly key?: string;
}

/** A variable to be set for the agent: `path` comes behind the gateway's URL. */
export interface BaseUrlVariable {
  readonly name: string;
  readonly path: string;
  /** The value it had; its origin is the upstream then. */
  readonly was?: string;
}

export interface Reach {
  readonly routes: readonly Route[];
  readonly variables: readonly BaseUrlVariable[];
  /** For the hooks: origin or host pattern and the path behind the gateway's URL; `@` at its end stands for the host itself. */
  readonly origins: readonly (readonly [origin: string, path: string])[];
  readonly hosts: readonly (readonly [pattern: string, path: string])[];
  /** Variable of each route's key. */
  readonly keys: ReadonlyMap<string, string>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Paths that clients expect in the variable; where none is named here the variable is set only if the user had set it. */
const USUAL_PATHS: Readonly<Record<string, string>> = {
  OPENAI_BASE_URL: "/v1",
  OPENAI_API_BASE: "/v1",
  ANTHROPIC_BASE_URL: "",
  ANTHROPIC_API_URL: "",
  ANTHROPIC_API_BASE: "",
  GOOGLE_GEMINI_BASE_URL: "",
  GROQ_BASE_URL: "",
  TOGETHER_BASE_URL: "/v1",
  CO_API_URL: "",
  CODE_ASSIST_ENDPOINT: "",
};

/** Gemini CLI with a Google login talks to this server; it has no key of its own. */
const CODE_ASSIST: OwnProvider = {
  id: "code-assist",
  upstream: "https://cloudcode-pa.googleapis.com",
  hosts: ["cloudcode-pa.googleapis.com"],
  baseUrls: ["CODE_ASSIST_ENDPOINT"],
};

/** These servers also read the variable to know where to listen: the hooks catch their clients. */
const NOT_SET = new Set(["OLLAMA_HOST"]);

export function reachOf(environment: Environment, own: readonly OwnProvider[] = []): Reach {
  const vendors = PROVIDERS.filter(({ id }) => !own.some((each) => each.id === id)).map((each) =>
    vendorReach(each, environment),
  );
  const others = [...own, CODE_ASSIST].map((each) => ownReach(each, environment));
  const all = [...vendors, ...others];
  return {
    routes: [...all.map(({ route }) => route), { id: "local", upstreams: [], hosts: [] }],
    variables: all.flatMap(({ variables }) => variables),
    origins: all.flatMap(({ origins }) => origins),
    hosts: all.flatMap(({ hosts }) => hosts),
    keys: new Map(all.flatMap(({ route, key }) => (key === undefined ? [] : [[route.id, key] as const]))),
  };
}

interface RouteReach extends Pick<Reach, "variables" | "origins" | "hosts"> {
  readonly route: Route;
  readonly key: string | undefined;
}

function vendorReach(provider: Provider, environment: Environment): RouteReach {
  const set = setUpstreams(provider.baseUrls, environment);
  const route = vendorRoute(provider, [...set.upstreams]);
  const key = provider.keys.find((name) => environment[name] !== undefined) ?? provider.keys[0];
  return { ...reachOfRoute(route, provider.baseUrls, { environment, set }), key };
}

function ownReach(own: OwnProvider, environment: Environment): RouteReach {
  const variables = own.baseUrls ?? [];
  const set = setUpstreams(variables, environment);
  const upstream = upstreamOf(own.upstream);
  const upstreams = [...set.upstreams, ...(upstream ? [upstream] : [])];
  const route = { id: own.id, upstreams, hosts: own.hosts ?? [] };
  return { ...reachOfRoute(route, variables, { environment, set }), key: own.key };
}

interface SetUpstreams {
  readonly upstreams: readonly Upstream[];
}

/** The values the user has given are where calls are to go. A host without a scheme is meant as http. */
function setUpstreams(variables: readonly string[], environment: Environment): SetUpstreams {
  const upstreams: Upstream[] = [];
  for (const name of variables) {
    const upstream = upstreamOf(withScheme(environment[name] ?? ""));
    if (upstream && !upstreams.some((each) => originOf(each) === originOf(upstream))) upstreams.push(upstream);
  }
  return { upstreams };
}

function withScheme(value: string): string {
  return value === "" || value.includes("://") ? value : `http://${value}`;
}

function reachOfRoute(
  route: Route,
  variables: readonly string[],
  how: { readonly environment: Environment; readonly set: SetUpstreams },
): Omit<RouteReach, "key"> {
  const { upstreams } = route;
  const numbered = (i: number): string => `/${route.id}${i === 0 ? "" : `/@${i + 1}`}`;
  return {
    route,
    variables: variables.flatMap((name) => variableOf(name, route, how.environment)),
    origins: upstreams.map((upstream, i) => [originOf(upstream), numbered(i)] as const),
    hosts: route.hosts.map((pattern) => [pattern, `/${route.id}/@`] as const),
  };
}

function variableOf(name: string, route: Route, environment: Environment): BaseUrlVariable[] {
  const was = environment[name];
  const upstream = was === undefined || was === "" ? undefined : upstreamOf(withScheme(was));
  if (NOT_SET.has(name)) return [];
  if (was !== undefined && upstream !== undefined) {
    const i = route.upstreams.findIndex((each) => originOf(each) === originOf(upstream));
    const path = new URL(withScheme(was)).pathname.replace(/\/$/, was.endsWith("/") ? "/" : "");
    return [{ name, path: `/${route.id}${i > 0 ? `/@${i + 1}` : ""}${path}`, was }];
  }
  const usual = USUAL_PATHS[name];
  if (usual === undefined) return [];
  // With another variable set, the usual host is still the vendor's own.
  const [first] = route.upstreams;
  const vendor = route.hosts.find((host) => !host.includes("*"));
  const other = first !== undefined && vendor !== undefined && hostOf(first) !== vendor;
  return other ? [] : [{ name, path: `/${route.id}${usual}` }];
}

/** Servers on this machine are asked through the gateway when the path is one of a model's API. */
export const LOCAL_PATHS =
  "/(?:chat/completions|completions|responses|messages|embeddings|embed|rerank|v[12]/chat|api/chat|api/generate|api/embed|api/embeddings|audio/speech|images/generations)$|:(?:streamGenerateContent|generateContent|embedContent|batchEmbedContents)$";

/** Clients expect the version of the API in the base URL that this variable holds. */
export function hasUsualVersion(name: string): boolean {
  return /\/v\d/.test(USUAL_PATHS[name] ?? "");
}
