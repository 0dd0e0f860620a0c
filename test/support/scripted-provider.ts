/** A provider on loopback that gives the answers of a script, one after the other, whatever it is asked. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Json, parse } from "../../src/json/json.ts";

export interface ScriptedAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces of a stream are sent one by one. */
  readonly body: string | readonly string[];
  /** The connection stays open behind the last piece. */
  readonly hang?: boolean;
}

interface ScriptedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Json | undefined;
}

export class ScriptedProvider {
  readonly requests: ScriptedRequest[] = [];
  readonly script: ScriptedAnswer[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const text = Buffer.concat(parts).toString();
        this.requests.push({ path: request.url ?? "", headers: request.headers, text, body: parse(text) });
        const answer = this.script.shift() ?? { status: 404, body: '{"error":{"message":"the script is over"}}' };
        const pieces = typeof answer.body === "string" ? [answer.body] : answer.body;
        response.writeHead(answer.status ?? 200, {
          "content-type": answer.type ?? "application/json",
          ...answer.headers,
        });
        for (const piece of pieces) response.write(piece);
        if (!answer.hang) response.end();
      });
    });
  }

  /** "http://127.0.0.1:PORT" */
  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What is answered from now on; what was asked before is forgotten. */
  play(...answers: readonly ScriptedAnswer[]): void {
    this.requests.length = 0;
    this.script.length = 0;
    this.script.push(...answers);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
