import { env } from "node:process";
import type { EventFields, EventRecord } from "../../trace/write/record.ts";
import { type EventSink, RecordedCalls } from "../recorded-calls.ts";
import { onGatewayRequest } from "../request/gateway-requests.ts";
import { currentParent, Session, type SessionHandler } from "../session.ts";
import { RemoteTap } from "./remote-tap.ts";

/** A call of this process that has no end yet. */
interface OpenCall {
  /** The one inside which it was made. */
  readonly parent: number | undefined;
  /** Its name, where it is a model that has asked nobody so far. */
  undecided: string | undefined;
}

/**
 * Wrapped calls of a program that `vcr record` has started: their events go to it. It sees requests to models itself, so
 * a call of a model is told as one that may turn out to be none, and taken back when it makes one.
 */
class RemoteRecorder implements EventSink {
  readonly #tap: RemoteTap;
  readonly #open = new Map<number, OpenCall>();
  /** Calls of models that were taken back, and are still open. */
  readonly #dropped = new Set<number>();
  readonly #asking = new Set<string>();
  #next = 0;

  constructor(tap: RemoteTap) {
    this.#tap = tap;
    onGatewayRequest(tap.url, () => this.#asked());
  }

  event(record: EventRecord): number {
    this.#tap.event(record);
    return this.#next++;
  }

  start(record: EventRecord): number {
    const seq = this.#next++;
    const isModel = record.kind === "llm";
    this.#open.set(seq, { parent: currentParent(), undecided: isModel ? (record.name ?? record.kind) : undefined });
    this.#tap.start(String(seq), record, { undecided: isModel });
    return seq;
  }

  end(seq: number, fields: EventFields): void {
    this.#open.delete(seq);
    if (!this.#dropped.delete(seq)) this.#tap.end(String(seq), fields);
  }

  keeps(seq: number): boolean {
    return !this.#dropped.has(seq);
  }

  taken(): Promise<void> {
    return this.#tap.finish();
  }

  /** A request goes out to where it is seen, or something was started that may make some. */
  #asked(): void {
    for (let seq = currentParent(); seq !== undefined; seq = this.#open.get(seq)?.parent) {
      const call = this.#open.get(seq);
      const name = call?.undecided;
      if (call === undefined || name === undefined) continue;
      call.undecided = undefined;
      this.#dropped.add(seq);
      this.#tap.drop(String(seq));
      if (!this.#asking.has(name)) this.#tap.asks(name);
      this.#asking.add(name);
    }
  }
}

/** Undefined where nobody records. */
export function handlerElsewhere(): SessionHandler | undefined {
  const url = env.VCR_URL;
  if (url === undefined || url === "") return undefined;
  return new Session("record", url, (own) => recordedElsewhere(own, new RemoteTap(url))).handler;
}

/** Makes wrapped calls of a session for real and tells of them. */
export function recordedElsewhere(session: Session, tap: RemoteTap): SessionHandler {
  return new RecordedCalls(session, new RemoteRecorder(tap));
}
