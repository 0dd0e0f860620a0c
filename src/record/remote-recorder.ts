import { env } from "node:process";
import type { EventFields, EventRecord } from "../trace/record.ts";
import { type EventSink, RecordedCalls } from "./recorded-calls.ts";
import { RemoteTap } from "./remote-tap.ts";
import { Session, type SessionHandler, type WrappedCall } from "./session.ts";
import { seenOutside } from "./unseen-model.ts";

/** Wrapped calls of a program that `vcr record` has started: their events go to it. */
class RemoteRecorder implements EventSink {
  readonly #tap: RemoteTap;
  #next = 0;

  constructor(url: string) {
    this.#tap = new RemoteTap(url);
  }

  event(record: EventRecord): number {
    this.#tap.event(record);
    return this.#next++;
  }

  start(record: EventRecord): number {
    const seq = this.#next++;
    this.#tap.start(String(seq), record);
    return seq;
  }

  end(seq: number, fields: EventFields): void {
    this.#tap.end(String(seq), fields);
  }
}

/** Undefined where nobody records. Calls of models are seen on the wire, so they are not told again. */
export function handlerElsewhere(): SessionHandler | undefined {
  const url = env.VCR_URL;
  if (url === undefined || url === "") return undefined;
  const sink = new RemoteRecorder(url);
  const { handler } = new Session("record", url, (own) => new RecordedCalls(own, sink));
  return {
    tell: (event) => handler.tell(event),
    call: (call: WrappedCall) => (call.kind === "llm" ? seenOutside(call) : handler.call(call)),
  };
}
