import { request as httpRequest } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { callKey, type McpTap } from "../../gateway/mcp/mcp-tap.ts";
import { field, type Json, parse, text } from "../../json/json.ts";
import type { RemoteTap } from "../../record/remote/remote-tap.ts";

/** Where lines go, with their ends. */
export interface McpWays {
  toServer(line: string): void | Promise<void>;
  toClient(line: string): void | Promise<void>;
}

type Phase = "request" | "response";

interface Called {
  readonly key: string;
  readonly name: string;
}

/**
 * What an MCP client and its server say to each other over stdio, line by line: calls of tools stand still where the run that `vcr` writes holds
 * its calls, before they go to the server and before the client gets their results. All else goes on meanwhile.
 */
export class McpGate {
  readonly #tap: McpTap;
  readonly #remote: RemoteTap;
  readonly #ways: McpWays;
  /** Calls that their server is working on. */
  readonly #asked = new Map<string, { readonly name: string; readonly step: number }>();
  readonly #held = new Map<string, { readonly phase: Phase; readonly controller: AbortController }>();

  constructor(how: { readonly tap: McpTap; readonly remote: RemoteTap; readonly ways: McpWays }) {
    this.#tap = how.tap;
    this.#remote = how.remote;
    this.#ways = how.ways;
  }

  /** A line of the client. Resolves when the next one may be taken: one that stands still keeps none waiting. */
  async toServer(line: string): Promise<void> {
    this.#tap.line(line, "to-server");
    const message = parse(line);
    const given = this.#held.get(givenUp(message) ?? "");
    if (given !== undefined) return given.controller.abort();
    const call = toolCall(message);
    const step = call && (await this.#remote.step(call.key));
    if (message === undefined || call === undefined || step === undefined) return this.#ways.toServer(line);
    this.#asked.set(call.key, { name: call.name, step });
    if (await this.#standsStill(step, "request")) return void this.#holdCall({ ...call, step }, { line, message });
    this.#remote.goes(call.key);
    return this.#ways.toServer(line);
  }

  /** A line of the server, likewise. */
  async toClient(line: string): Promise<void> {
    this.#tap.line(line, "to-client");
    const message = parse(line);
    const key = answered(message);
    const asked = key === undefined ? undefined : this.#asked.get(key);
    if (message === undefined || key === undefined || asked === undefined) return this.#ways.toClient(line);
    this.#asked.delete(key);
    if (!(await this.#standsStill(asked.step, "response"))) return this.#ways.toClient(line);
    void this.#holdAnswer({ ...asked, key }, { line, message });
  }

  /** The client has gone: nobody waits for what stands still. */
  close(): void {
    for (const { controller } of this.#held.values()) controller.abort();
  }

  /** The server has gone: calls that stand still have nowhere to go. */
  serverGone(): void {
    for (const { phase, controller } of this.#held.values()) if (phase === "request") controller.abort();
  }

  async #standsStill(step: number, phase: Phase): Promise<boolean> {
    return text(field(await this.#remote.ask("hold", { step, phase }), "do")) === "wait";
  }

  async #holdCall(call: Called & { readonly step: number }, { line, message }: Spoken): Promise<void> {
    const { key } = call;
    const told = await this.#verdict(call, { phase: "request", message });
    const what = text(field(told, "do"));
    const instead = field(told, "message");
    // Its time counts from here on.
    if (what !== "drop") this.#remote.goes(key);
    if (what === "pass") return this.#ways.toServer(instead === undefined ? line : `${JSON.stringify(instead)}\n`);
    this.#asked.delete(key);
    if (what === "drop") return this.#tap.forget(key);
    const answer = `${JSON.stringify(instead ?? unheld(field(message, "id")))}\n`;
    this.#tap.line(answer, "to-client");
    return this.#ways.toClient(answer);
  }

  async #holdAnswer(call: Called & { readonly step: number }, { line, message }: Spoken): Promise<void> {
    const told = await this.#verdict(call, { phase: "response", message });
    const instead = field(told, "message");
    if (text(field(told, "do")) === "drop") return;
    return this.#ways.toClient(instead === undefined ? line : `${JSON.stringify(instead)}\n`);
  }

  /** What becomes of what stands still; undefined: whoever held it has gone without a word. */
  async #verdict(
    { key, name, step }: Called & { readonly step: number },
    how: { readonly phase: Phase; readonly message: Json },
  ): Promise<Json | undefined> {
    const controller = new AbortController();
    this.#held.set(key, { phase: how.phase, controller });
    try {
      return await post(`${this.#remote.url}/_vcr/hold`, { step, name, ...how }, controller.signal);
    } catch {
      return controller.signal.aborted ? { do: "drop" } : undefined;
    } finally {
      this.#held.delete(key);
    }
  }
}

interface Spoken {
  readonly line: string;
  readonly message: Json;
}

/** Nobody has let it go on, so it does not. */
function unheld(id: Json | undefined): Json {
  const message = "vcr has ended while it held this call, which was not made";
  return { jsonrpc: "2.0", id: id ?? null, error: { code: -32000, message } };
}

/** Without a time-out of its own, unlike `fetch`: somebody thinks about the answer. */
function post(url: string, body: Json, signal: AbortSignal): Promise<Json | undefined> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest(url, { method: "POST", signal }, (answer) => {
      textOf(answer).then((said) => resolve(parse(said)), reject);
    });
    asking.on("error", reject);
    asking.end(JSON.stringify(body));
  });
}

function toolCall(message: Json | undefined): Called | undefined {
  const id = field(message, "id");
  if (id === undefined || field(message, "method") !== "tools/call") return undefined;
  return { key: callKey(id), name: text(field(field(message, "params"), "name")) ?? "tools/call" };
}

function answered(message: Json | undefined): string | undefined {
  const id = field(message, "id");
  return id === undefined || field(message, "method") !== undefined ? undefined : callKey(id);
}

/** Source: modelcontextprotocol.io, "Cancellation". */
function givenUp(message: Json | undefined): string | undefined {
  if (field(message, "method") !== "notifications/cancelled") return undefined;
  const id = field(field(message, "params"), "requestId");
  return id === undefined ? undefined : callKey(id);
}
