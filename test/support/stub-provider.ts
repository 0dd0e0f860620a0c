/**
 * A provider on loopback for tests: speaks the APIs that clients of the big vendors speak, and misbehaves on demand.
 * What a request's text says in double brackets is done: `[[fail 429]]` (each text once), `[[fail-always 500]]`, `[[tool]]`, `[[cut]]`, `[[hang]]`,
 * `[[slow 20]]` (milliseconds between pieces), `[[say words]]`, `[[pretty]]`.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { answerOf, streamOf } from "./stub-wire.ts";

export interface StubExchange {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  /** Bytes of the answer before any compression, as far as it was sent. */
  sent: Buffer;
  status: number;
  /** The client closed the connection before the answer was whole. */
  closedEarly: boolean;
}

export interface StubOptions {
  /** Compress answers as the client allows, the first of these that it accepts. */
  readonly compress?: readonly ("gzip" | "br" | "deflate")[];
}

export class StubProvider {
  readonly exchanges: StubExchange[] = [];
  readonly #options: StubOptions;
  readonly #failed = new Set<string>();
  /** For a server of another kind that is to answer the same. */
  readonly listener = (request: IncomingMessage, response: ServerResponse): void => {
    this.#answer(request, response).catch(() => response.destroy());
  };
  readonly #server: Server = createServer(this.listener);

  constructor(options: StubOptions = {}) {
    this.#options = options;
  }

  /** "http://127.0.0.1:PORT" */
  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const exchange: StubExchange = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body,
      sent: Buffer.alloc(0),
      status: 0,
      closedEarly: false,
    };
    this.exchanges.push(exchange);
    response.on("close", () => {
      exchange.closedEarly = !response.writableFinished;
    });
    await this.#play(exchange, response);
  }

  async #play(exchange: StubExchange, response: ServerResponse): Promise<void> {
    const { body } = exchange;
    const text = body.toString("utf8");
    const order = ordersIn(text);
    const failing = order.get("fail-always") ?? (this.#once(text) ? order.get("fail") : undefined);
    if (order.has("hang")) return;
    if (failing !== undefined)
      return this.#whole(exchange, response, { status: Number(failing), body: failure(Number(failing)) });
    const stream = streamOf(exchange, order);
    if (stream === undefined) return this.#whole(exchange, response, answerOf(exchange, order));
    exchange.status = 200;
    const headers = { "content-type": stream.type, "x-request-id": "req_stub" };
    const encoding = this.#encoding(exchange);
    if (encoding !== undefined) {
      // Packed as one piece, sent in two.
      const packed = pack(Buffer.from(stream.pieces.join("")), encoding);
      exchange.sent = Buffer.from(stream.pieces.join(""));
      response.writeHead(200, { ...headers, "content-encoding": encoding });
      response.write(packed.subarray(0, packed.length >> 1));
      await pause(2);
      response.end(packed.subarray(packed.length >> 1));
      return;
    }
    response.writeHead(200, headers);
    for (const [i, piece] of stream.pieces.entries()) {
      if (order.has("cut") && i === stream.pieces.length >> 1) return void response.destroy();
      exchange.sent = Buffer.concat([exchange.sent, Buffer.from(piece)]);
      response.write(piece);
      await pause(Number(order.get("slow") ?? 1));
      if (response.destroyed) return;
    }
    response.end();
  }

  #whole(
    exchange: StubExchange,
    response: ServerResponse,
    answer: { readonly status?: number; readonly type?: string; readonly body: Buffer | string },
  ): void {
    const bytes = Buffer.from(answer.body);
    exchange.sent = bytes;
    exchange.status = answer.status ?? 200;
    const encoding = this.#encoding(exchange);
    const packed = encoding === undefined ? bytes : pack(bytes, encoding);
    response.writeHead(exchange.status, {
      "content-type": answer.type ?? "application/json",
      "content-length": packed.length,
      "x-request-id": "req_stub",
      ...(encoding === undefined ? {} : { "content-encoding": encoding }),
      ...(exchange.status === 429 ? { "retry-after": "0", "retry-after-ms": "1" } : {}),
    });
    response.end(packed);
  }

  #once(text: string): boolean {
    const key = createHash("sha1").update(text).digest("hex");
    const first = !this.#failed.has(key);
    this.#failed.add(key);
    return first;
  }

  #encoding(exchange: StubExchange): "gzip" | "br" | "deflate" | undefined {
    const accepted = String(exchange.headers["accept-encoding"] ?? "");
    return this.#options.compress?.find((each) => accepted.includes(each));
  }
}

function ordersIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/\[\[([\w-]+)(?: ([^\]]*))?\]\]/g)].map((match) => [match[1] ?? "", match[2] ?? ""]),
  );
}

function failure(status: number): string {
  return JSON.stringify({
    error: { type: status === 429 ? "rate_limit_error" : "server_error", message: `stub says ${status}` },
  });
}

function pack(bytes: Buffer, encoding: "gzip" | "br" | "deflate"): Buffer {
  if (encoding === "gzip") return gzipSync(bytes);
  return encoding === "br" ? brotliCompressSync(bytes) : deflateSync(bytes);
}
