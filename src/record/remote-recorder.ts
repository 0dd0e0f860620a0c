import { env } from "node:process";
import type { EventFields, EventRecord } from "../trace/write/record.ts";
import { onGatewayRequest } from "./gateway-requests.ts";
import { type EventSink, RecordedCalls } from "./recorded-calls.ts";
import { RemoteTap } from "./remote-tap.ts";
import { currentParent, Session, type SessionHandler } from "./session.ts";
import { type Telling, UndecidedEvents } from "./undecided-events.ts";

/**
 * Wrapped calls of a program that `vcr record` has started: their events go to it. It sees requests to models itself, so
 * a call of a model is told when it has ended without any; until then it waits, with what happens inside of it.
 */
class RemoteRecorder implements EventSink {
  readonly #tap: RemoteTap;
  readonly #undecided = new UndecidedEvents((telling) => this.#tell(telling));
  /** Calls of models that were not told, and are still open. */
  readonly #dropped = new Set<number>();
  readonly #models = new Map<number, string>();
  readonly #asking = new Set<string>();
  #next = 0;

  constructor(tap: RemoteTap) {
    this.#tap = tap;
    onGatewayRequest(tap.url, () => this.#asked());
  }

  event(record: EventRecord): number {
    this.#undecided.add({ do: "event", record });
    return this.#next++;
  }

  start(record: EventRecord): number {
    const seq = this.#next++;
    if (record.kind !== "llm") this.#undecided.add({ do: "start", seq, record });
    else {
      this.#models.set(seq, record.name ?? record.kind);
      this.#undecided.defer(seq, record);
    }
    return seq;
  }

  end(seq: number, fields: EventFields): void {
    this.#models.delete(seq);
    if (this.#dropped.delete(seq)) return;
    if (this.#undecided.isUndecided(seq)) this.#undecided.decide(seq, true);
    this.#undecided.add({ do: "end", seq, fields });
  }

  keeps(seq: number): boolean {
    return !this.#dropped.has(seq);
  }

  taken(): Promise<void> {
    return this.#tap.finish();
  }

  /** A request goes out to where it is seen, or something was started that may make some. */
  #asked(): void {
    for (const seq of this.#undecided.around(currentParent())) {
      this.#undecided.decide(seq, false);
      this.#dropped.add(seq);
      const name = this.#models.get(seq) ?? "";
      if (!this.#asking.has(name)) this.#tap.asks(name);
      this.#asking.add(name);
    }
  }

  #tell(telling: Telling): void {
    if (telling.do === "event") this.#tap.event(telling.record);
    else if (telling.do === "start") this.#tap.start(String(telling.seq), telling.record);
    else this.#tap.end(String(telling.seq), telling.fields);
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
