import type { Reach } from "../../gateway/reach/reach.ts";
import { hasUsualVersion } from "../../gateway/reach/reach.ts";
import { originOf, upstreamOf } from "../../gateway/routes.ts";
import { isLoopback } from "../../providers/loopback.ts";
import { PROVIDERS, type Provider } from "../../providers/provider-table.ts";
import { VcrError } from "../../trace/errors.ts";

/** Where a request goes that no agent sends, and by which key it is let in. */

export interface Target {
  /** Behind the gateway's URL: "/openai/v1/chat/completions". */
  readonly path: string;
  /** Name, value, name, value, ... with the key. */
  readonly headers: readonly string[];
}

/** What is known of the call that is made again. */
export interface Asked {
  /** "step 4", for messages. */
  readonly what: string;
  readonly provider: string | undefined;
  /** Whole, where the recording has it. */
  readonly url: string | undefined;
  /** With query, without keys. */
  readonly path: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws VcrError "key" when its key is not set, "upstream" when it is asked of a server that nobody has named. */
export function targetOf(asked: Asked, reach: Reach, environment: Environment): Target {
  const { provider: id } = asked;
  const vendor = PROVIDERS.find((each) => each.id === id);
  const upstream = asked.url === undefined ? undefined : upstreamOf(asked.url);
  const onLoopback = upstream !== undefined && isLoopback(upstream.hostname);
  const path = withoutKeys(asked.path);
  const set = reach.variables.find(({ path: route, was }) => was !== undefined && isOf(route, id));
  if (set !== undefined)
    return { path: underBase(set, path), headers: keyHeaders(asked, { vendor, reach, environment }) };
  const own = upstream && reach.origins.find(([origin, to]) => origin === originOf(upstream) && isOf(to, id));
  if (own) return { path: `${own[1]}${path}`, headers: keyHeaders(asked, { vendor, reach, environment }) };
  const route = reach.routes.find((each) => each.id === id);
  if (onLoopback && (route === undefined || vendor?.port === String(upstream.port)))
    return { path: `/local/@${new URL(originOf(upstream)).host}${path}`, headers: [] };
  const known =
    upstream === undefined || (route?.hosts.some((pattern) => hostMatches(pattern, upstream.hostname)) ?? false);
  if (route === undefined || !known || (upstream === undefined && route.upstreams.length === 0))
    throw nowhere(asked, vendor);
  const host = upstream === undefined ? "" : `/@${upstream.hostname}`;
  return { path: `/${route.id}${host}${path}`, headers: keyHeaders(asked, { vendor, reach, environment }) };
}

function isOf(path: string, id: string | undefined): boolean {
  return id !== undefined && `${path}/`.startsWith(`/${id}/`);
}

/** The recorded path below the base URL that the environment names, as the vendor's own client would put it together. */
function underBase({ name, path: base }: { readonly name: string; readonly path: string }, path: string): string {
  const [, , below = ""] = /^\/([^/]+(?:\/@\d+)?)(.*?)\/?$/.exec(base) ?? [];
  const route = base.slice(0, base.length - below.length).replace(/\/$/, "");
  const isBelow = below !== "" && path.startsWith(`${below}/`);
  if (isBelow || (below === "" && !hasUsualVersion(name))) return `${route}${path}`;
  const [, version = "", rest = path] =
    /(\/v\d\w*)?(\/(?:chat\/completions|api\/chat|chat|responses|messages|models\/|publishers\/|projects\/).*)$/.exec(
      path,
    ) ?? [];
  const kept = hasUsualVersion(name) || /\/v\d\w*$/.test(below) ? "" : version;
  return `${route}${below}${kept}${rest}`;
}

function hostMatches(pattern: string, host: string): boolean {
  const [head = "", tail] = pattern.split("*");
  if (tail === undefined) return pattern === host;
  return host.length > head.length + tail.length && host.startsWith(head) && host.endsWith(tail);
}

const KEYS = /^(?:key|api[-_]?key|access_token|token)$/i;

function withoutKeys(path: string): string {
  const [before = "", query] = path.split("?", 2);
  if (query === undefined) return path;
  const kept = query.split("&").filter((pair) => !KEYS.test(pair.split("=", 1)[0] ?? ""));
  return kept.length === 0 ? before : `${before}?${kept.join("&")}`;
}

interface KeyFinder {
  readonly vendor: Provider | undefined;
  readonly reach: Reach;
  readonly environment: Environment;
}

/** Forms from the vendors' references on authentication. */
function keyHeaders(asked: Asked, { vendor, reach, environment }: KeyFinder): readonly string[] {
  const names = vendor?.keys ?? [reach.keys.get(asked.provider ?? "")].filter((name) => name !== undefined);
  const name = names.find((each) => (environment[each] ?? "") !== "");
  const key = name === undefined ? "" : (environment[name] ?? "");
  if (vendor?.id === "vertex")
    throw new VcrError(`${asked.what} is asked of Vertex AI, whose tokens vcr does not make`, {
      code: "key",
      hint: "vcr fork -- CMD goes on with the agent's own credentials",
    });
  if (name === undefined) {
    if (names.length === 0 || vendor?.id === "ollama") return [];
    throw new VcrError(`${names[0]} is not set: ${asked.what} is asked of ${vendor?.title ?? asked.provider} with it`, {
      code: "key",
      hint: `set ${names.join(" or ")}`,
    });
  }
  if (vendor?.id === "anthropic" && name === "ANTHROPIC_API_KEY") return ["x-api-key", key];
  if (vendor?.id === "gemini") return ["x-goog-api-key", key];
  if (vendor?.id === "azure") return ["api-key", key];
  return ["authorization", `Bearer ${key}`];
}

/** A recording may name any server; none gets a key or a conversation because of that. */
function nowhere({ what, url, provider }: Asked, vendor: Provider | undefined): VcrError {
  const upstream = url === undefined ? undefined : upstreamOf(url);
  const to = upstream === undefined ? (provider ?? "an unknown provider") : originOf(upstream);
  const variable = vendor?.baseUrls[0];
  const hint =
    variable === undefined
      ? "name it in vcr.config.js: export default { providers: [{ id, upstream, key }] }"
      : `set ${variable} to the base URL it is to go to`;
  return new VcrError(`${what} was asked of ${to}, and nothing here says that it may be sent there`, {
    code: "upstream",
    hint,
  });
}
