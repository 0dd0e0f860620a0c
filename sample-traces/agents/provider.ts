import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { message, messageError, messageEvents } from "./anthropic-wire.ts";
import type { PacedClock } from "./clock.ts";
import { chatChunks, chatCompletion, chatError } from "./openai-wire.ts";
import { type Reply, type Turn, token } from "./script.ts";

/** Prompts of this many tokens and more are cached, in blocks. */
const CACHE_FROM = 1024;
const CACHE_BLOCK = 128;
const BYTES_PER_TOKEN = 4;

/** A model provider on loopback that speaks the real wire formats and answers by a script. */
export class ScriptedProvider {
  readonly #server: Server;
  readonly #clock: PacedClock;
  /** Not yet taken; `number` counts from 1 in the order of the script. */
  readonly #turns: { readonly turn: Turn; readonly number: number }[];
  readonly #prompts: string[] = [];

  constructor(turns: readonly Turn[], clock: PacedClock) {
    this.#turns = turns.map((turn, index) => ({ turn, number: index + 1 }));
    this.#clock = clock;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Where it listens: "http://127.0.0.1:PORT". */
  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
    if (this.#turns.length > 0) throw new Error(`the script has ${this.#turns.length} turns that nobody asked for`);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const prompt = await text(request);
    this.#clock.release();
    const body = JSON.parse(prompt) as { model: string; stream?: boolean };
    const reply = this.#reply(body.model, prompt);
    const { turn } = reply;
    await this.#clock.sleep(turn.after);
    const anthropic = request.url?.endsWith("/messages") === true;
    const headers = { [anthropic ? "request-id" : "x-request-id"]: `req_${token(reply.number, 2)}` };
    if (turn.fail) return refuse(response, turn.fail, anthropic, headers);
    if (body.stream !== true) {
      response.writeHead(200, { ...headers, "content-type": "application/json" });
      response.end(anthropic ? message(reply) : chatCompletion(reply));
      return;
    }
    response.writeHead(200, { ...headers, "content-type": "text/event-stream; charset=utf-8" });
    await this.#stream(response, anthropic ? messageEvents(reply) : chatChunks(reply), turn.breakAfter);
  }

  async #stream(
    response: ServerResponse,
    events: readonly string[],
    breakAfter = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    for (const [index, event] of events.entries()) {
      if (index === breakAfter) {
        response.destroy();
        return;
      }
      response.write(event);
      await this.#clock.sleep(14 + ((index * 17) % 29));
    }
    response.end();
  }

  #take(prompt: string): { readonly turn: Turn; readonly number: number } {
    const index = this.#turns.findIndex(({ turn: { when } }) => when === undefined || prompt.includes(when));
    const [taken] = index < 0 ? [] : this.#turns.splice(index, 1);
    if (taken === undefined) throw new Error("the script has no turn for this request");
    return taken;
  }

  #reply(model: string, prompt: string): Reply {
    const { turn, number } = this.#take(prompt);
    const known = Math.max(0, ...this.#prompts.map((before) => shared(before, prompt)));
    this.#prompts.push(prompt);
    const out = `${turn.thinking ?? ""}${turn.text ?? ""}${turn.calls ? JSON.stringify(turn.calls) : ""}`;
    const prefix = Math.floor(known / BYTES_PER_TOKEN);
    const cached = prefix < CACHE_FROM ? 0 : prefix - (prefix % CACHE_BLOCK);
    const usage = {
      in: Math.ceil(prompt.length / BYTES_PER_TOKEN),
      cached,
      out: Math.ceil(out.length / BYTES_PER_TOKEN),
    };
    return { turn, model, number, created: Math.floor(this.#clock.now() / 1000), usage };
  }
}

function refuse(
  response: ServerResponse,
  fail: NonNullable<Turn["fail"]>,
  anthropic: boolean,
  headers: Record<string, string>,
): void {
  const retry = fail.retryAfter === undefined ? {} : { "retry-after": String(fail.retryAfter) };
  response.writeHead(fail.status, { ...headers, ...retry, "content-type": "application/json" });
  response.end(anthropic ? messageError(fail.type, fail.message) : chatError(fail.status, fail.type, fail.message));
}

/** Count of characters that two prompts have in common from the start. */
function shared(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

async function text(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
