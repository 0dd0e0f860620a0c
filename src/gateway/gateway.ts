import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Decision, ExchangeHandler, GatewayRequest } from "./exchange.ts";
import { AgentLine } from "./hold/agent-line.ts";
import { readBody } from "./read-request.ts";
import { refuse } from "./refuse.ts";
import { serve } from "./replaying/serve.ts";
import { type Destination, destinationOf, type Route, type Upstream } from "./routes.ts";
import { forward } from "./upstream/forward.ts";
import { type Environment, UpstreamAgents } from "./upstream/upstream-agents.ts";

export interface GatewayOptions {
  readonly routes: readonly Route[];
  readonly handler: ExchangeHandler;
  /** For the proxy settings. */
  readonly environment: Environment;
  /** @default any free one */
  readonly port?: number;
  /** Called before each request is taken: what was told elsewhere before it comes before it. */
  readonly before?: () => void;
  /** What `POST /<token>/_vcr/<name>` does: answers a status and a JSON value, or decides as a handler does. */
  readonly own?: (name: string, request: GatewayRequest) => Promise<OwnAnswer | Exclude<Decision, { do: "forward" }>>;
  /** Names besides the loopback ones that a client may have for this machine ("host.docker.internal"). */
  readonly hosts?: readonly string[];
}

export interface OwnAnswer {
  readonly status: number;
  readonly json: unknown;
}

/** A server on loopback that stands between an agent and its providers. */
export class Gateway {
  /** In every path: who does not know it gets nothing. */
  readonly token = randomBytes(16).toString("hex");
  readonly #options: GatewayOptions;
  readonly #server: Server;
  readonly #agents: UpstreamAgents;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#agents = new UpstreamAgents(options.environment);
    this.#server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
      this.#take(request, response).catch((error: unknown) => givenUp(response, error));
    });
    // A client that waits for leave to send gets it by itself; one that wants to speak another protocol does not.
    this.#server.on("upgrade", (_request, socket: Socket) => refuseUpgrade(socket));
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  /** @throws system errors (EADDRINUSE) */
  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.#options.port ?? 0, "127.0.0.1", resolve);
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  get port(): number {
    return this.#port;
  }

  /** "http://127.0.0.1:PORT/TOKEN" */
  get url(): string {
    return `http://127.0.0.1:${this.#port}/${this.token}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#agents.close();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = this.#refusal(incoming);
    if (refusal !== undefined) return refuse(response, refusal.status, refusal.message);
    const path = (incoming.url ?? "").slice(this.token.length + 1);
    const body = await readBody(incoming);
    if (body === undefined)
      return incoming.complete ? refuse(response, 413, "the request is too long") : void response.destroy();
    this.#options.before?.();
    const own = path.startsWith("/_vcr/") ? { route: "_vcr", path, upstream: this.#self } : undefined;
    const destination = own ?? destinationOf(path, this.#options.routes, this.#self);
    if (destination === undefined) return refuse(response, 404, `no route for ${path.replace(/\?.*/s, "")}`);
    const { method = "GET", rawHeaders: headers } = incoming;
    const request = new TakenRequest(destination, { method, headers, body }, new AgentLine(response));
    await (own ? this.#own(path.slice(6), request, response) : this.#handle(request, response));
  }

  async #handle(request: GatewayRequest, response: ServerResponse): Promise<void> {
    const decision = await this.#options.handler.request(request);
    if (decision.do === "forward" && !response.destroyed)
      return forward(request, response, { decision, agents: this.#agents });
    request.line?.rest();
    if (decision.do === "answer" && !response.destroyed) return serve(response, decision.answer);
    if (decision.do === "forward") decision.observer?.end({ how: "aborted", by: "client" });
    response.destroy();
  }

  async #own(name: string, request: GatewayRequest, response: ServerResponse): Promise<void> {
    const answer = (await this.#options.own?.(name, request)) ?? { status: 404, json: { error: "not here" } };
    if (!("do" in answer)) return sendJson(response, answer);
    if (answer.do === "answer" && !response.destroyed) return serve(response, answer.answer);
    response.destroy();
  }

  /** Pages in a browser could reach loopback: what they cannot help saying gives them away. */
  #refusal({ headers, url = "" }: IncomingMessage): { readonly status: number; readonly message: string } | undefined {
    if (headers.origin !== undefined) return { status: 403, message: "not for browsers" };
    const host = (headers.host ?? "").replace(/:\d+$/, "").toLowerCase();
    const known = ["127.0.0.1", "localhost", ...(this.#options.hosts ?? [])];
    if (!known.includes(host)) return { status: 403, message: "not reached by this name" };
    const prefix = `/${this.token}/`;
    return url.startsWith(prefix) ? undefined : { status: 404, message: "nothing here" };
  }

  get #self(): Upstream {
    return { protocol: "http:", hostname: "127.0.0.1", port: this.#port };
  }
}

class TakenRequest implements GatewayRequest {
  readonly route: string;
  readonly upstream: Upstream;
  readonly path: string;
  readonly method: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly line: AgentLine;

  constructor(
    { route, upstream, path }: Destination,
    { method, headers, body }: Pick<GatewayRequest, "method" | "headers" | "body">,
    line: AgentLine,
  ) {
    this.route = route;
    this.upstream = upstream;
    this.path = path;
    this.method = method;
    this.headers = headers;
    this.body = body;
    this.line = line;
  }

  get gone(): AbortSignal {
    return this.line.gone;
  }
}

function sendJson(response: ServerResponse, { status, json }: OwnAnswer): void {
  const text = Buffer.from(`${JSON.stringify(json)}\n`);
  response.writeHead(status, { "content-type": "application/json", "content-length": text.length }).end(text);
}

/** 426 makes the clients that try WebSockets first go on with HTTP at once. Source: RFC 9110, section 15.5.22. */
function refuseUpgrade(socket: Socket): void {
  const lines = ["HTTP/1.1 426 Upgrade Required", "Connection: close", "Content-Length: 0", "", ""];
  socket.on("error", () => socket.destroy());
  socket.end(lines.join("\r\n"));
}

/** Where nothing of an answer is out yet, its client hears why there is none: a matcher of the user's own may have failed. */
function givenUp(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  refuse(response, 400, `this call could not be handled: ${error instanceof Error ? error.message : String(error)}`);
}
