import { setTimeout as pause } from "node:timers/promises";
import type { Asked } from "../record/asked.ts";
import type { OpenExchange } from "../record/open-exchange.ts";
import type { RunRecorder } from "../record/run-recorder.ts";
import { MISS_STATUS, missBody, missMessage, rpcMiss } from "../replay/miss-answer.ts";
import { type RecordedAnswer, recordedAnswer } from "../replay/recorded-answer.ts";
import type { ReplaySession, Served } from "../replay/replay-session.ts";
import type { Secrets } from "../replay/restore-secrets.ts";
import { missFields, servedFields } from "../replay/saved-fields.ts";
import type { WireCall, WireReader } from "../replay/wire-call.ts";
import type { Decision, ExchangeHandler, GatewayRequest, ServedAnswer } from "./exchange.ts";
import { hostOf, originOf } from "./routes.ts";

export interface ReplayHandlerOptions {
  readonly session: ReplaySession;
  readonly reader: WireReader;
  readonly secrets: Secrets;
  /** What the replayed run is called in messages. */
  readonly run: string;
  /** Where the replay is saved; undefined: nowhere. */
  readonly recorder?: RunRecorder | undefined;
  /** Recorded waiting times, so many times as fast; undefined: none. */
  readonly speed?: number | undefined;
}

/** Answers every call from a recording, or with an error that says that there is none. Nothing is ever sent on. */
export class ReplayHandler implements ExchangeHandler {
  readonly #options: ReplayHandlerOptions;

  constructor(options: ReplayHandlerOptions) {
    this.#options = options;
  }

  async request(request: GatewayRequest): Promise<Decision> {
    const { method, path, route, upstream, headers, body } = request;
    const url = `${originOf(upstream)}${path}`;
    const asked: Asked = { method, path, host: hostOf(upstream), route, url, headers, body };
    const call = this.#options.reader.read(asked);
    const outcome = this.#options.session.take(call);
    if (outcome.type === "served")
      return { do: "answer", answer: await this.#served(outcome, { call, asked, request }) };
    if (outcome.type === "unknown") {
      const message = `vcr: this is a replay of ${this.#options.run}, which holds no answer to ${method} ${path.replace(/\?.*$/s, "")}`;
      return { do: "answer", answer: this.#own(asked, { status: 404, body: missBody(call.op, message) }) };
    }
    const message = missMessage(outcome.miss, { run: this.#options.run });
    const rpc = call.op === "mcp" && call.rpcId !== undefined;
    const answer = rpc
      ? { status: 200, body: rpcMiss(call.rpcId ?? null, message) }
      : { status: MISS_STATUS, body: missBody(call.op, message) };
    return { do: "answer", answer: this.#own(asked, answer, missFields(outcome.miss)) };
  }

  async #served(
    served: Served,
    how: { readonly call: WireCall; readonly asked: Asked; readonly request: GatewayRequest },
  ): Promise<ServedAnswer> {
    const { call, asked, request } = how;
    const { reader, secrets, recorder, speed } = this.#options;
    const body = served.call.body(served.step);
    reader.answered(call, () => body.response?.json);
    const answer = recordedAnswer(body, {
      op: served.call.op,
      secrets,
      lasting: served.lasting,
      timed: speed !== undefined,
      rpcId: call.rpcId,
      ...(served.otherForm === undefined ? {} : { otherForm: served.otherForm }),
    });
    const exchange = recorder?.begin(asked, servedFields(served));
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

  #own(
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
