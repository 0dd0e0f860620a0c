import { isLoopback } from "../providers/loopback.ts";
import type { Provider } from "../providers/provider-table.ts";

/**
 * Where `/<token>/<route>/<rest>` leads. A route is a vendor with its upstreams; `@host` after it names one of the vendor's other hosts, `@2`
 * the second of several configured upstreams. Only upstreams that are configured or match a vendor's own hosts are ever called.
 */

export interface Upstream {
  readonly protocol: "http:" | "https:";
  /** Without port; IPv6 without brackets. */
  readonly hostname: string;
  readonly port: number;
}

export interface Route {
  readonly id: string;
  /** The first is the usual one. */
  readonly upstreams: readonly Upstream[];
  /** Host patterns behind `@host`; one `*` stands for one character or more. */
  readonly hosts: readonly string[];
}

/** Servers on this machine that nobody configured. */
const LOCAL = "local";

export interface Destination {
  readonly route: string;
  readonly upstream: Upstream;
  /** Path and query for the upstream. */
  readonly path: string;
}

export function vendorRoute(provider: Provider, configured: readonly Upstream[]): Route {
  const usual = provider.hosts.find((host) => !host.includes("*"));
  const own = usual === undefined ? [] : [{ protocol: "https:" as const, hostname: usual, port: 443 }];
  return { id: provider.id, upstreams: configured.length > 0 ? configured : own, hosts: provider.hosts };
}

/** `http://host:4000/v1`: the origin is the upstream. Undefined for anything that is no http(s) URL. */
export function upstreamOf(url: string): Upstream | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") return undefined;
  const { protocol } = parsed;
  const hostname = parsed.hostname.replace(/^\[|\]$/g, "");
  return { protocol, hostname, port: Number(parsed.port) || (protocol === "https:" ? 443 : 80) };
}

/** "api.openai.com", "127.0.0.1:8000": without the port where it is the usual one. */
export function hostOf({ protocol, hostname, port }: Upstream): string {
  const name = hostname.includes(":") ? `[${hostname}]` : hostname;
  return port === (protocol === "https:" ? 443 : 80) ? name : `${name}:${port}`;
}

export function originOf(upstream: Upstream): string {
  return `${upstream.protocol}//${hostOf(upstream)}`;
}

/** Paths that clients put together in ways their own vendor does not know. */
const ALIASES: readonly (readonly [route: string, from: RegExp, to: string])[] = [
  ["anthropic", /^\/messages(?=$|[/?])/, "/v1/messages"],
  ["anthropic", /^\/v1\/v1\//, "/v1/"],
];

/** Undefined: nothing is configured there. `path` is what follows the token, "/openai/v1/models". */
export function destinationOf(path: string, routes: readonly Route[], own: Upstream): Destination | undefined {
  const [, id = "", rest = ""] = /^\/([^/?]+)(.*)$/s.exec(path) ?? [];
  const [, named, below = ""] = /^\/@([^/?]+)(.*)$/s.exec(rest) ?? [undefined, undefined, rest];
  const route = routes.find((each) => each.id === id);
  const upstream = named === undefined ? route?.upstreams[0] : namedUpstream(id, named, route);
  if (upstream === undefined || (isLoopback(upstream.hostname) && upstream.port === own.port)) return undefined;
  const asked = below.startsWith("/") ? below : `/${below}`;
  const alias = named === undefined ? ALIASES.find(([of, from]) => of === id && from.test(asked)) : undefined;
  return { route: id, upstream, path: alias ? asked.replace(alias[1], alias[2]) : asked };
}

function namedUpstream(id: string, named: string, route: Route | undefined): Upstream | undefined {
  if (/^\d{1,3}$/.test(named)) return route?.upstreams[Number(named) - 1];
  const local = upstreamOf(`http://${named}`);
  if (id === LOCAL) return local !== undefined && isLoopback(local.hostname) ? local : undefined;
  const remote = upstreamOf(`https://${named}`);
  if (route === undefined || remote === undefined || remote.port !== 443) return undefined;
  return route.hosts.some((pattern) => matches(pattern, remote.hostname)) ? remote : undefined;
}

function matches(pattern: string, host: string): boolean {
  const [head = "", tail] = pattern.split("*");
  if (tail === undefined) return pattern === host;
  return host.length > head.length + tail.length && host.startsWith(head) && host.endsWith(tail);
}
