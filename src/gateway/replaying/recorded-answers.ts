import { setTimeout as pause } from "node:timers/promises";
import type { OpenExchange } from "../../record/open-exchange.ts";
import { type RecordedAnswer, recordedAnswer } from "../../replay/answers/recorded-answer.ts";
import type { WireCall, WireReader } from "../../replay/calls/wire-call.ts";
import type { ReplaySession, Served } from "../../replay/replay-session.ts";
import type { Secrets } from "../../replay/restore-secrets.ts";
import type { EventBody } from "../../trace/event.ts";
import type { GatewayRequest, ServedAnswer } from "../exchange.ts";

/** A client that went away when it was recorded gets so many milliseconds to do so again, before its connection is closed. */
const HANG_UP_MS = 5000;

export interface RecordedAnswersOptions {
  readonly session: Pick<ReplaySession, "cutOff">;
  readonly reader: WireReader;
  readonly secrets: Secrets;
  /** Recorded waiting times, so many times as fast; undefined: none. */
  readonly speed?: number | undefined;
  /** Waits, at most until the agent has gone. @default by the clock */
  readonly wait?: (milliseconds: number, gone: AbortSignal) => Promise<void>;
}

/** A call and what is served for it. */
export interface ServedCall {
  readonly served: Served;
  readonly call: WireCall;
  readonly request: GatewayRequest;
  /** Where it is written down; undefined: nowhere. */
  readonly exchange: OpenExchange | undefined;
  /** Served instead of what was recorded. */
  readonly instead?: EventBody | undefined;
  /** It is written down whole before the agent gets any of it. @default piece by piece */
  readonly whole?: boolean;
}

/** Answers out of a recording on their way to an agent, written down as they go. */
export class RecordedAnswers {
  readonly #options: RecordedAnswersOptions;

  constructor(options: RecordedAnswersOptions) {
    this.#options = options;
  }

  async serve({ served, call, exchange, request, instead, whole = false }: ServedCall): Promise<ServedAnswer> {
    const { reader, secrets, speed } = this.#options;
    const body = instead ?? served.call.body(served.step);
    reader.answered(call, () => body.response?.json);
    const answer = recordedAnswer(body, {
      op: served.call.op,
      secrets,
      lasting: served.lasting,
      timed: speed !== undefined,
      rpcId: call.rpcId,
      ...(served.otherForm === undefined ? {} : { otherForm: served.otherForm }),
    });
    const { status, headers, bytes } = answer;
    if (answer.givenUp && !whole && (served.call.durationMs ?? Number.POSITIVE_INFINITY) <= HANG_UP_MS) {
      await this.#waited(HANG_UP_MS, request.gone);
      if (request.gone.aborted) {
        exchange?.end({ how: "aborted", by: "client" });
        this.#options.session.cutOff(served);
        return { status, headers, body: bytes };
      }
    }
    exchange?.head(answer.status, Object.entries(answer.headers).flat());
    if (whole) {
      for (const piece of piecesOf(answer)) exchange?.data(piece.bytes);
      exchange?.end(answer.cut ? { how: "aborted", by: answer.cut } : { how: "complete" });
      return {
        status,
        headers,
        body: this.#stream(answer, { exchange: undefined, served, gone: request.gone }),
        bytes,
      };
    }
    if (answer.chunks !== undefined || answer.cut)
      return { status, headers, body: this.#stream(answer, { exchange, served, gone: request.gone }) };
    if (speed !== undefined) await this.#waited((served.call.durationMs ?? 0) / speed, request.gone);
    exchange?.data(bytes);
    if (request.gone.aborted) {
      exchange?.end({ how: "aborted", by: "client" });
      this.#options.session.cutOff(served);
    } else exchange?.end({ how: "complete" });
    return { status, headers, body: bytes };
  }

  async *#stream(
    answer: RecordedAnswer,
    how: { readonly exchange: OpenExchange | undefined; readonly served: Served; readonly gone: AbortSignal },
  ): AsyncGenerator<Uint8Array> {
    const { exchange, served, gone } = how;
    const { speed, session } = this.#options;
    let whole = false;
    try {
      const pieces = piecesOf(answer);
      for (const [i, { dt, bytes }] of pieces.entries()) {
        if (speed !== undefined && dt > 0) await this.#waited(dt / speed, gone);
        if (gone.aborted) return;
        exchange?.data(bytes);
        if (i === pieces.length - 1) {
          // On disk before the agent has the last byte.
          exchange?.end(answer.cut ? { how: "aborted", by: answer.cut } : { how: "complete" });
          whole = true;
        }
        yield bytes;
      }
      if (pieces.length === 0) whole = true;
    } finally {
      if (!whole) session.cutOff(served);
      exchange?.end(whole ? { how: "complete" } : { how: "aborted", by: "client" });
    }
    // A connection that breaks takes what its client has not read yet with it.
    if (answer.cut === "client") await this.#waited(HANG_UP_MS, gone);
    // The recorded connection broke here.
    if (answer.cut) throw new Error("cut off as it was recorded");
  }

  #waited(milliseconds: number, gone: AbortSignal): Promise<void> {
    return (this.#options.wait ?? waited)(milliseconds, gone);
  }

  /** An answer of our own. */
  own(exchange: OpenExchange | undefined, answer: { readonly status: number; readonly body: unknown }): ServedAnswer {
    const headers = { "content-type": "application/json", "x-should-retry": "false" };
    const bytes = Buffer.from(JSON.stringify(answer.body));
    exchange?.head(answer.status, Object.entries(headers).flat());
    exchange?.data(bytes);
    exchange?.end({ how: "complete" });
    return { status: answer.status, headers, body: bytes };
  }
}

function piecesOf({
  bytes,
  chunks = [],
}: RecordedAnswer): readonly { readonly dt: number; readonly bytes: Uint8Array }[] {
  let at = 0;
  const pieces = chunks.flatMap(([dt, length]) => {
    const piece = bytes.subarray(at, at + length);
    at += length;
    return piece.length > 0 ? [{ dt, bytes: piece }] : [];
  });
  return at < bytes.length ? [...pieces, { dt: 0, bytes: bytes.subarray(at) }] : pieces;
}

async function waited(milliseconds: number, gone: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal: gone }).catch(() => undefined);
}
