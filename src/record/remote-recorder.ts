import { env } from "node:process";
import { type Json, parse } from "../json/json.ts";
import type { EventFields, EventRecord } from "../trace/record.ts";
import { type EventSink, RecordedCalls } from "./recorded-calls.ts";
import { Session, type SessionHandler, type WrappedCall } from "./session.ts";

/** Sends events to the `vcr record` that has started this process, in order, as JSON that any language could send. */
export class RemoteRecorder implements EventSink {
  readonly #url: string;
  readonly #name = `js-${Math.random().toString(36).slice(2)}`;
  #next = 0;
  #sent: Promise<unknown> = Promise.resolve();

  /** `url` is the gateway's, with its token. */
  constructor(url: string) {
    this.#url = `${url}/_vcr/events`;
  }

  event(record: EventRecord): number {
    this.#send({ kind: record.kind, ...told(record) });
    return this.#next++;
  }

  start(record: EventRecord): number {
    const seq = this.#next++;
    this.#send({ start: `${this.#name}-${seq}`, kind: record.kind, ...told(record) });
    return seq;
  }

  end(seq: number, fields: EventFields): void {
    this.#send({ end: `${this.#name}-${seq}`, ...told(fields) });
  }

  #send(event: { readonly [key: string]: Json | undefined }): void {
    const body = JSON.stringify(event);
    const post = (): Promise<unknown> =>
      fetch(this.#url, { method: "POST", body }).then((answer) => answer.arrayBuffer());
    // A recorder that has gone is no reason for the agent to stop.
    this.#sent = this.#sent.then(post).catch(() => undefined);
  }
}

function told(fields: EventFields): { readonly [key: string]: Json | undefined } {
  const { name, at, status, durationMs, callId, tokens, request, response, error, before, after } = fields;
  const body = (content: string | Uint8Array | undefined): Json | undefined =>
    typeof content === "string" ? (parse(content) ?? content) : undefined;
  return {
    name,
    at,
    status,
    durationMs,
    callId,
    tokens: tokens && { ...tokens },
    args: body(request?.body),
    result: body(response?.body),
    error: error && {
      message: error.message,
      ...(error.type === undefined ? {} : { type: error.type }),
      ...(error.detail === undefined ? {} : { detail: error.detail }),
    },
    before,
    after,
  };
}

/** For programs that `vcr record` has started; undefined elsewhere. Calls of models are seen on the wire, so they are not told again. */
export function handlerElsewhere(): SessionHandler | undefined {
  const url = env.VCR_URL;
  if (url === undefined || url === "") return undefined;
  const sink = new RemoteRecorder(url);
  const { handler } = new Session("record", url, (own) => new RecordedCalls(own, sink));
  return {
    tell: (event) => handler.tell(event),
    call: (call: WrappedCall) => (call.kind === "llm" ? call.invoke() : handler.call(call)),
  };
}
