import { pid } from "node:process";
import { field, isArray, type Json, number, parse } from "../../json/json.ts";
import type { EventFields, EventRecord } from "../../trace/write/record.ts";
import { outsideCalls } from "../session.ts";
import { toldJson } from "../told/told-json.ts";

/** Sends events to the `vcr record` that has started this process, in order. */
export class RemoteTap {
  /** Of the gateway, with its token. */
  readonly url: string;
  /** Of this process: drawn numbers alone are the same in all of them where `vcr replay --seed` draws. */
  readonly #name = `p${pid}-${Math.random().toString(36).slice(2)}`;
  /** Of calls that have begun and not ended. */
  readonly #steps = new Map<string, Promise<number | undefined>>();
  /** When calls went on that had stood still. */
  readonly #went = new Map<string, number>();
  #looking = false;
  #sent: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.url = url;
  }

  event(event: EventRecord): void {
    this.#send({ kind: event.kind, ...this.#inside(event), ...toldJson(event) });
  }

  /** `undecided`: it may turn out that it is none, which `drop` tells. */
  start(key: string, event: EventRecord, { undecided = false }: { readonly undecided?: boolean } = {}): void {
    const start = { start: `${this.#name} ${key}`, kind: event.kind, ...(undecided && { undecided }) };
    const told = { ...start, ...this.#inside(event), ...toldJson(event) };
    this.#steps.set(
      key,
      this.#send(told).then((answer) => {
        const steps = field(answer, "steps");
        return isArray(steps) ? number(steps[0]) : undefined;
      }),
    );
  }

  /** What happened inside of it happened where it was called. */
  drop(key: string): void {
    this.#steps.delete(key);
    this.#send({ drop: `${this.#name} ${key}` });
  }

  /** Of a call that has begun and not ended; undefined: nobody has taken it. */
  async step(key: string): Promise<number | undefined> {
    return this.#steps.get(key);
  }

  /** A call goes on only now: its time counts from here. */
  goes(key: string): void {
    this.#went.set(key, performance.now());
  }

  /** What is answered to a question about events, all of which have been taken before; undefined: nobody answers. */
  ask(name: string, body: Json): Promise<Json | undefined> {
    return this.#post(name, () => JSON.stringify(body));
  }

  end(key: string, fields: EventFields): void {
    const went = this.#went.get(key);
    this.#went.delete(key);
    this.#steps.delete(key);
    const took = went === undefined ? {} : { durationMs: Math.round(performance.now() - went) };
    this.#send({ end: `${this.#name} ${key}`, ...toldJson({ ...took, ...fields }) });
  }

  /** Calls of a wrapped model make requests: these are steps, the calls are none. */
  asks(name: string): void {
    this.#send({ asks: name });
  }

  /** Tells that there is something to be read in the log of what was served. */
  look(): void {
    if (this.#looking) return;
    this.#looking = true;
    void this.#post("served", () => {
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

  #send(event: { readonly [key: string]: Json | undefined }): Promise<Json | undefined> {
    const body = JSON.stringify(event);
    return this.#post("events", () => body);
  }

  /** The body is made when its turn has come. */
  #post(to: string, body: () => string): Promise<Json | undefined> {
    const post = async (): Promise<Json | undefined> => {
      const answer = await fetch(`${this.url}/_vcr/${to}`, { method: "POST", body: body() });
      return parse(await answer.text());
    };
    // A recorder that has gone is no reason for the agent to stop; and what is sent is no request of the agent's.
    const answer = this.#sent.then(() => outsideCalls(post)).catch(() => undefined);
    this.#sent = answer;
    return answer;
  }
}
