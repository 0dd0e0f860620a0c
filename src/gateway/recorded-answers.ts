import { setTimeout as pause } from "node:timers/promises";
import type { Asked } from "../record/asked.ts";
import type { OpenExchange } from "../record/open-exchange.ts";
import type { RunRecorder } from "../record/run-recorder.ts";
import { type RecordedAnswer, recordedAnswer } from "../replay/recorded-answer.ts";
import type { ReplaySession, Served } from "../replay/replay-session.ts";
import type { Secrets } from "../replay/restore-secrets.ts";
import { servedFields } from "../replay/saved-fields.ts";
import type { WireCall, WireReader } from "../replay/wire-call.ts";
import type { EventBody } from "../trace/event.ts";
import type { EventFields } from "../trace/record.ts";
import type { GatewayRequest, ServedAnswer } from "./exchange.ts";

export interface RecordedAnswersOptions {
  readonly session: Pick<ReplaySession, "cutOff">;
  readonly reader: WireReader;
  readonly secrets: Secrets;
  /** Where the run is saved; undefined: nowhere. */
  readonly recorder?: RunRecorder | undefined;
  /** Recorded waiting times, so many times as fast; undefined: none. */
  readonly speed?: number | undefined;
}

/** A call and what is served for it. */
export interface ServedCall {
  readonly served: Served;
  readonly call: WireCall;
  readonly asked: Asked;
  readonly request: GatewayRequest;
  /** Served instead of what was recorded. */
  readonly instead?: EventBody | undefined;
  /** What the saved event says besides; else where it was served from. */
  readonly fields?: Pick<EventFields, "origin" | "edits" | "extra">;
}

/** Answers out of a recording on their way to an agent, written down as they go. */
export class RecordedAnswers {
  readonly #options: RecordedAnswersOptions;

  constructor(options: RecordedAnswersOptions) {
    this.#options = options;
  }

  async serve({ served, call, asked, request, instead, fields }: ServedCall): Promise<ServedAnswer> {
    const { reader, secrets, recorder, speed } = this.#options;
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
    const exchange = recorder?.begin(asked, fields ?? servedFields(served));
    exchange?.head(answer.status, Object.entries(answer.headers).flat());
    const { status, headers, bytes } = answer;
    if (answer.chunks !== undefined || answer.cut)
      return { status, headers, body: this.#stream(answer, { exchange, served, gone: request.gone }) };
    if (speed !== undefined) await waited((served.call.durationMs ?? 0) / speed, request.gone);
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
        if (speed !== undefined && dt > 0) await waited(dt / speed, gone);
        if (gone.aborted) return;
        exchange?.data(bytes);
        if (i === pieces.length - 1) {
          // On disk before the agent has the last byte.
          exchange?.end(answer.cut ? { how: "aborted", by: "upstream" } : { how: "complete" });
          whole = true;
        }
        yield bytes;
      }
      if (pieces.length === 0) whole = true;
    } finally {
      if (!whole) session.cutOff(served);
      exchange?.end(whole ? { how: "complete" } : { how: "aborted", by: "client" });
    }
    // The recorded connection broke here.
    if (answer.cut) throw new Error("cut off as it was recorded");
  }

  /** An answer of our own. */
  own(
    asked: Asked,
    answer: { readonly status: number; readonly body: unknown },
    more: Parameters<RunRecorder["begin"]>[1] = { origin: "injected" },
  ): ServedAnswer {
    const headers = { "content-type": "application/json", "x-should-retry": "false" };
    const bytes = Buffer.from(JSON.stringify(answer.body));
    const exchange = this.#options.recorder?.begin(asked, more);
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
