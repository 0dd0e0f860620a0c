import type { Json } from "../json/json.ts";
import type { EventFields, EventRecord } from "../trace/record.ts";
import { toldJson } from "./told-json.ts";

/** Sends events to the `vcr record` that has started this process, in order. */
export class RemoteTap {
  readonly #url: string;
  readonly #name = `p${Math.random().toString(36).slice(2)}`;
  #sent: Promise<unknown> = Promise.resolve();

  /** `url` is the gateway's, with its token. */
  constructor(url: string) {
    this.#url = `${url}/_vcr/events`;
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
    const post = (): Promise<unknown> =>
      fetch(this.#url, { method: "POST", body }).then((answer) => answer.arrayBuffer());
    // A recorder that has gone is no reason for the agent to stop.
    this.#sent = this.#sent.then(post).catch(() => undefined);
  }
}
