import type { Json } from "../json/json.ts";
import type { EventFields, EventRecord } from "../trace/write/record.ts";
import { outsideCalls } from "./session.ts";
import { toldJson } from "./told-json.ts";

/** Sends events to the `vcr record` that has started this process, in order. */
export class RemoteTap {
  /** Of the gateway, with its token. */
  readonly url: string;
  readonly #name = `p${Math.random().toString(36).slice(2)}`;
  #looking = false;
  #sent: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.url = url;
  }

  event(event: EventRecord): void {
    this.#send({ kind: event.kind, ...this.#inside(event), ...toldJson(event) });
  }

  start(key: string, event: EventRecord): void {
    this.#send({ start: `${this.#name} ${key}`, kind: event.kind, ...this.#inside(event), ...toldJson(event) });
  }

  end(key: string, fields: EventFields): void {
    this.#send({ end: `${this.#name} ${key}`, ...toldJson(fields) });
  }

  /** Calls of a wrapped model make requests: these are steps, the calls are none. */
  asks(name: string): void {
    this.#send({ asks: name });
  }

  /** Tells that there is something to be read in the log of what was served. */
  look(): void {
    if (this.#looking) return;
    this.#looking = true;
    this.#post("served", () => {
      this.#looking = false;
      return "";
    });
  }

  /** Resolves when everything has been taken. */
  async finish(): Promise<void> {
    await this.#sent;
  }

  /** The call of this process inside which an event happens, by its key. */
  #inside({ extra }: EventRecord): { readonly inside?: string } {
    return extra?.parent === undefined ? {} : { inside: `${this.#name} ${String(extra.parent)}` };
  }

  #send(event: { readonly [key: string]: Json | undefined }): void {
    const body = JSON.stringify(event);
    this.#post("events", () => body);
  }

  /** The body is made when its turn has come. */
  #post(to: string, body: () => string): void {
    const post = async (): Promise<void> => {
      const answer = await fetch(`${this.url}/_vcr/${to}`, { method: "POST", body: body() });
      await answer.arrayBuffer();
    };
    // A recorder that has gone is no reason for the agent to stop; and what is sent is no request of the agent's.
    this.#sent = this.#sent.then(() => outsideCalls(post)).catch(() => undefined);
  }
}
