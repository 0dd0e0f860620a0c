/**
 * Runs inside the agent, before its own code: `node --import`. Sends calls to known providers to the gateway and changes nothing else.
 * Imports nothing of ours, and must never be the reason why an agent fails.
 */
import dns from "node:dns";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import Module, { syncBuiltinESMExports } from "node:module";
import { CLOCK_HEADER, type SetClock, type Steady, steady } from "./steady.ts";

interface Settings {
  readonly url: string;
  readonly origins: readonly (readonly [string, string])[];
  readonly hosts: readonly (readonly [string, string])[];
  readonly local: string;
  readonly bypass?: string;
  readonly steady?: Steady;
}

interface Redirect {
  readonly url: URL;
  /** Of the gateway. */
  readonly origin: string;
  readonly path: string;
}

function settingsOf(text: string | undefined): Settings | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Settings);
  } catch {
    return undefined;
  }
}

function install(given: Settings): void {
  const gateway = new URL(given.url);
  const local = new RegExp(given.local);

  /** Where a call goes instead; undefined: where it was going. */
  function redirect(target: string | URL): Redirect | undefined {
    const url = typeof target === "string" ? parsed(target) : target;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.host === gateway.host) return undefined;
    const prefix = prefixOf(url);
    if (prefix === undefined) return undefined;
    const path = `${gateway.pathname}${prefix}${url.pathname}${url.search}`;
    return { url: new URL(path, gateway.origin), origin: gateway.origin, path };
  }

  function prefixOf(url: URL): string | undefined {
    const origin = given.origins.find(([each]) => each === url.origin);
    if (origin) return origin[1];
    if (url.protocol === "https:" && url.port === "") return hostPrefix(url.hostname);
    const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
    return loopback && url.protocol === "http:" && (local.test(url.pathname) || url.port === "11434")
      ? `/local/@${url.host}`
      : undefined;
  }

  function hostPrefix(host: string): string | undefined {
    const found = given.hosts.find(([pattern]) => matches(pattern, host));
    return found && `${found[1]}${host}`;
  }

  const setClock = given.steady && steady(given.steady);
  /** Clients that were given its address come to the gateway by themselves. */
  const isGateway = (target: string | URL): boolean =>
    (typeof target === "string" ? parsed(target) : target)?.host === gateway.host;
  patchFetch({ redirect, isGateway, setClock });
  patchModule(http, "http:", { redirect, isGateway, setClock });
  patchModule(https, "https:", { redirect, isGateway, setClock });
  patchDispatchers(redirect);
  if (given.bypass !== undefined) reportBypasses(given.bypass, (host) => hostPrefix(host) !== undefined);
  syncBuiltinESMExports();
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function matches(pattern: string, host: string): boolean {
  const [head = "", tail] = pattern.split("*");
  if (tail === undefined) return pattern === host;
  return host.length > head.length + tail.length && host.startsWith(head) && host.endsWith(tail);
}

type Redirector = (target: string | URL) => Redirect | undefined;

interface Patch {
  readonly redirect: Redirector;
  isGateway(target: string | URL): boolean;
  readonly setClock: SetClock;
}

function patchFetch({ redirect, isGateway, setClock }: Patch): void {
  const original = globalThis.fetch;
  if (typeof original !== "function") return;
  globalThis.fetch = function fetch(input: string | URL | Request, init?: RequestInit) {
    const target = typeof input === "string" || input instanceof URL ? input : input?.url;
    const to = target === undefined ? undefined : redirect(target);
    if (to === undefined && (setClock === undefined || target === undefined || !isGateway(target)))
      return original(input, init);
    const answer =
      to === undefined
        ? original(input, init)
        : original(
            typeof input === "string" || input instanceof URL ? to.url : new Request(to.url, input),
            withoutProxy(init),
          );
    return setClock === undefined
      ? answer
      : answer.then((each) => {
          setClock(each.headers.get(CLOCK_HEADER));
          return each;
        });
  };
}

/** A proxy for the way to the provider is none for the way to this machine. */
function withoutProxy(init: RequestInit | undefined): RequestInit | undefined {
  const dispatcher = (init as { dispatcher?: object } | undefined)?.dispatcher;
  if (dispatcher === undefined || !/Proxy/.test(dispatcher.constructor?.name ?? "")) return init;
  const { dispatcher: _, ...rest } = init as { dispatcher?: object };
  return rest;
}

type Options = http.RequestOptions & { readonly href?: string; readonly pathname?: string; readonly search?: string };

function patchModule(
  module: typeof http | typeof https,
  protocol: string,
  { redirect, isGateway, setClock }: Patch,
): void {
  const original = module.request;
  const httpRequest = http.request;
  function request(...args: unknown[]): http.ClientRequest {
    const { options, callback } = argumentsOf(args);
    const target = urlOf(options, protocol);
    const to = target && redirect(target);
    const made =
      to === undefined
        ? (Reflect.apply(original, module, args) as http.ClientRequest)
        : httpRequest(redirected(options, to), callback);
    const isAnswered = to !== undefined || (target !== undefined && isGateway(target));
    return setClock !== undefined && isAnswered ? clocked(made, setClock) : made;
  }
  module.request = request as typeof module.request;
  module.get = function get(...args: unknown[]): http.ClientRequest {
    const made = request(...args);
    made.end();
    return made;
  } as typeof module.get;
}

/** No listener is added: a request without any drops its answer. */
function clocked(made: http.ClientRequest, setClock: NonNullable<SetClock>): http.ClientRequest {
  const emit = made.emit;
  made.emit = function clockedEmit(this: http.ClientRequest, ...args: Parameters<typeof emit>) {
    const [event, answer] = args as unknown as [string, http.IncomingMessage];
    if (event === "response") setClock(answer.headers[CLOCK_HEADER]);
    return emit.apply(this, args);
  } as typeof emit;
  return made;
}

function argumentsOf(args: readonly unknown[]): {
  options: Options;
  callback: ((answer: http.IncomingMessage) => void) | undefined;
} {
  const [first, second, third] = args;
  const url = typeof first === "string" ? parsed(first) : first instanceof URL ? first : undefined;
  const own = url === undefined ? first : second;
  const options = typeof own === "object" && own !== null ? (own as Options) : {};
  const callback = [second, third].find((each) => typeof each === "function") as
    | ((answer: http.IncomingMessage) => void)
    | undefined;
  return { options: url === undefined ? options : { ...fromUrl(url), ...options }, callback };
}

function fromUrl(url: URL): Options {
  return {
    protocol: url.protocol,
    hostname: url.hostname,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    ...(url.username ? { auth: `${url.username}:${url.password}` } : {}),
  };
}

function urlOf(options: Options, usual: string): URL | undefined {
  if (options.socketPath) return undefined;
  const protocol = options.protocol ?? usual;
  const host = options.hostname ?? (options.host ?? "localhost").replace(/:\d+$/, "");
  const name = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const port = options.port ? `:${options.port}` : "";
  return parsed(`${protocol}//${name}${port}${options.path ?? "/"}`);
}

function redirected(options: Options, to: Redirect): http.RequestOptions {
  const { agent: _agent, createConnection: _create, lookup: _lookup, host: _host, href: _href, ...rest } = options;
  return {
    ...rest,
    protocol: "http:",
    hostname: to.url.hostname,
    port: to.url.port,
    path: to.path,
    headers: withoutHost(options.headers),
  };
}

function withoutHost(headers: http.RequestOptions["headers"]): http.OutgoingHttpHeaders | readonly string[] {
  if (headers === undefined) return {};
  if (Array.isArray(headers)) return headers.filter((_, i) => !/^host$/i.test(String(headers[i - (i % 2)])));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^host$/i.test(name)));
}

interface Dispatcher {
  dispatch(options: { origin?: string | URL; path?: string; headers?: unknown }, handler: unknown): boolean;
}

const DISPATCHERS = ["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) => Symbol.for(name));

/** The undici package has a global dispatcher of its own, made when it is loaded. */
function patchDispatchers(redirect: Redirector): void {
  const patched = new WeakSet<object>();
  function patch(): void {
    for (const name of DISPATCHERS) {
      const dispatcher = (globalThis as unknown as Record<symbol, Dispatcher | undefined>)[name];
      if (dispatcher === undefined || patched.has(dispatcher)) continue;
      patched.add(dispatcher);
      const original = dispatcher.dispatch;
      dispatcher.dispatch = function dispatch(options, handler) {
        const to = redirect(`${options.origin ?? ""}${options.path ?? ""}`);
        return original.call(this, to ? { ...options, origin: to.origin, path: to.path } : options, handler);
      };
    }
  }
  const loader = Module as unknown as { _load(this: unknown, ...args: unknown[]): unknown };
  const load = loader._load;
  loader._load = function patchedLoad(...args) {
    const loaded = load.apply(this, args);
    patch();
    return loaded;
  };
  patch();
}

/** Whoever looks a provider's address up is on the way to it past the gateway: calls that were redirected never do. */
function reportBypasses(file: string, isProvider: (host: string) => boolean): void {
  const note = (host: unknown): void => {
    if (typeof host !== "string" || !isProvider(host)) return;
    try {
      fs.appendFileSync(file, `${host}\n`, { mode: 0o600 });
    } catch {
      // Not to be told is better than to fail the agent.
    }
  };
  for (const resolver of [dns, dns.promises] as { lookup: unknown }[]) {
    const lookup = resolver.lookup as (...args: unknown[]) => unknown;
    resolver.lookup = Object.assign(function patchedLookup(this: unknown, ...args: unknown[]) {
      note(args[0]);
      return lookup.apply(this, args);
    }, lookup);
  }
}

try {
  const settings = settingsOf(process.env.VCR_HOOK);
  if (settings !== undefined) install(settings);
} catch {
  // The agent runs as it would without us; that nothing was recorded is said at the end.
}
