import { field, isArray, type Json, type JsonObject, parse, text } from "../../json/json.ts";
import { rpcEvent, rpcOutcome } from "../../record/told/rpc-event.ts";
import type { Kind } from "../../trace/event.ts";
import type { EventFields, EventRecord } from "../../trace/write/record.ts";

/**
 * Reads along a JSON-RPC conversation of lines between an MCP client and its server and makes events of it. Source: modelcontextprotocol.io,
 * "Base Protocol" and "Transports, stdio". Lines are never changed, whatever they are.
 */

export interface TapSink {
  start(key: string, event: EventRecord): void;
  end(key: string, fields: EventFields): void;
  event(event: EventRecord): void;
}

export type Direction = "to-server" | "to-client";

/** Names a request by its `id`; both sides count their own. */
export function callKey(id: Json, asks: Direction = "to-server"): string {
  return `${asks} ${JSON.stringify(id)}`;
}

export class McpTap {
  readonly #sink: TapSink;
  readonly #server: string;
  readonly #open = new Map<string, Kind>();

  /** `server`: its name, as the provider of its events. */
  constructor(server: string, sink: TapSink) {
    this.#server = server;
    this.#sink = sink;
  }

  /** One line, without its end. */
  line(line: string, direction: Direction): void {
    const value = parse(line);
    const messages = isArray(value) ? value : [value];
    for (const message of messages) if (message !== undefined) this.#message(message, direction);
  }

  /** Its server will not answer this call of the client's. */
  forget(key: string): void {
    this.#open.delete(key);
  }

  #message(message: Json, direction: Direction): void {
    if (field(message, "jsonrpc") !== "2.0") return;
    const id = field(message, "id");
    const method = text(field(message, "method"));
    if (method !== undefined && id !== undefined)
      this.#request(message, { method, direction, key: callKey(id, direction) });
    else if (method === undefined && id !== undefined) {
      // An answer goes the other way than its request.
      const asked = direction === "to-client" ? "to-server" : "to-client";
      this.#answer(message, callKey(id, asked));
    }
  }

  #request(message: Json, how: { readonly method: string; readonly direction: Direction; readonly key: string }): void {
    const { method, direction, key } = how;
    const { kind, name, given } = rpcEvent(method, field(message, "params"));
    this.#open.set(key, kind);
    this.#sink.start(key, {
      ...{ kind, name, provider: this.#server, op: "mcp", at: Date.now() },
      extra: { rpc: method, ...(direction === "to-client" ? this.#askedBack() : {}) },
      request: { body: JSON.stringify(given) },
    });
  }

  /** A server asks while it works on a call: on the newest one, as far as can be told. */
  #askedBack(): JsonObject {
    const call = [...this.#open.keys()].findLast((key) => key.startsWith("to-server "));
    return { from: "server", ...(call === undefined ? {} : { parent: call }) };
  }

  #answer(message: Json, key: string): void {
    const kind = this.#open.get(key);
    if (kind === undefined) return;
    this.#open.delete(key);
    this.#sink.end(key, rpcOutcome(kind, message));
  }
}
