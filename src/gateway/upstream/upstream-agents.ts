import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { isLoopback } from "../../providers/loopback.ts";
import { hostOf, originOf, type Upstream } from "../routes.ts";

/** Connections to upstreams: kept alive, and through the proxy of the environment where there is one. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** Options of a request to `upstream`, path and headers aside. */
export type Connection = Pick<RequestOptions, "agent" | "host" | "port" | "auth" | "headers"> & {
  /** The proxy wants the whole URL as path. */
  readonly absolute?: boolean;
};

export class UpstreamAgents {
  readonly #environment: Environment;
  readonly #http = new HttpAgent({ keepAlive: true });
  readonly #https = new HttpsAgent({ keepAlive: true });
  readonly #tunnels = new Map<string, HttpsAgent>();
  /** By origin. */
  readonly #connections = new Map<string, Connection>();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  connection(upstream: Upstream): Connection {
    const origin = originOf(upstream);
    const known = this.#connections.get(origin);
    if (known !== undefined) return known;
    const made = this.#connection(upstream);
    this.#connections.set(origin, made);
    return made;
  }

  #connection(upstream: Upstream): Connection {
    const { protocol, hostname, port } = upstream;
    const proxy = proxyFor(upstream, this.#environment);
    if (proxy === undefined) return { agent: protocol === "https:" ? this.#https : this.#http, host: hostname, port };
    if (protocol === "https:") return { agent: this.#tunnel(proxy), host: hostname, port };
    const authorization = credentials(proxy);
    return {
      agent: this.#http,
      host: proxy.hostname,
      port: portOf(proxy),
      absolute: true,
      ...(authorization === undefined ? {} : { headers: { "proxy-authorization": authorization } }),
    };
  }

  /** Closes connections on which nothing is going on. */
  dropIdle(): void {
    for (const { freeSockets } of this.#agents())
      for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }

  close(): void {
    for (const agent of this.#agents()) agent.destroy();
  }

  #agents(): readonly (HttpAgent | HttpsAgent)[] {
    return [this.#http, this.#https, ...this.#tunnels.values()];
  }

  #tunnel(proxy: URL): HttpsAgent {
    const known = this.#tunnels.get(proxy.href);
    if (known !== undefined) return known;
    const made = new TunnelAgent(proxy);
    this.#tunnels.set(proxy.href, made);
    return made;
  }
}

/** HTTPS through a proxy's CONNECT. Source: RFC 9110, section 9.3.6. */
class TunnelAgent extends HttpsAgent {
  readonly #proxy: URL;

  constructor(proxy: URL) {
    super({ keepAlive: true });
    this.#proxy = proxy;
  }

  override createConnection(
    options: { host?: string | null; port?: string | number | null; servername?: string },
    callback?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    const authority = `${options.host}:${options.port ?? 443}`;
    const authorization = credentials(this.#proxy);
    const failed = (error: Error): void => callback?.(error, new Socket());
    const ask = httpRequest({
      host: this.#proxy.hostname,
      port: portOf(this.#proxy),
      method: "CONNECT",
      path: authority,
      agent: false,
      headers: { host: authority, ...(authorization === undefined ? {} : { "proxy-authorization": authorization }) },
    });
    ask.once("error", failed);
    ask.once("connect", (answer, socket) => {
      if (answer.statusCode !== 200) {
        socket.destroy();
        failed(new Error(`the proxy ${this.#proxy.host} answered ${answer.statusCode} to CONNECT ${authority}`));
        return;
      }
      const secure = tlsConnect({ ...options, host: options.host ?? "", port: undefined, socket });
      callback?.(null, secure);
    });
    ask.end();
    return undefined;
  }
}

/** The proxy that the environment names for this upstream. `no_proxy`: names, `.suffixes`, `*`. */
export function proxyFor(upstream: Upstream, environment: Environment): URL | undefined {
  const { hostname, protocol } = upstream;
  if (isLoopback(hostname)) return undefined;
  const read = (name: string): string | undefined => environment[name.toLowerCase()] || environment[name];
  const exempt = (read("NO_PROXY") ?? "").split(",").some((entry) => covers(entry.trim(), upstream));
  if (exempt) return undefined;
  const named = (protocol === "https:" ? read("HTTPS_PROXY") : read("HTTP_PROXY")) ?? read("ALL_PROXY");
  const url = named === undefined || named.includes("://") ? named : `http://${named}`;
  const proxy = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
  return proxy?.protocol === "http:" || proxy?.protocol === "https:" ? proxy : undefined;
}

function covers(entry: string, upstream: Upstream): boolean {
  if (entry === "") return false;
  if (entry === "*") return true;
  const name = entry.replace(/^\*?\.?/, "").toLowerCase();
  return upstream.hostname === name || upstream.hostname.endsWith(`.${name}`) || hostOf(upstream) === name;
}

function portOf(proxy: URL): number {
  return Number(proxy.port) || (proxy.protocol === "https:" ? 443 : 80);
}

function credentials(proxy: URL): string | undefined {
  if (proxy.username === "") return undefined;
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}
