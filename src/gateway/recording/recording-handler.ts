import type { BodyChange } from "../../control/protocol.ts";
import type { OpenExchange } from "../../record/open-exchange.ts";
import type { KnownRequest } from "../../record/request/known-request.ts";
import type { RunRecorder } from "../../record/run-recorder.ts";
import { MISS_STATUS } from "../../replay/answers/miss-answer.ts";
import type { WireReader } from "../../replay/calls/wire-call.ts";
import type { Decision, ExchangeHandler, GatewayRequest, Observer } from "../exchange.ts";
import { Holds } from "../hold/holds.ts";
import { ownError } from "../hold/made-answer.ts";
import { Passage } from "../passage.ts";
import { type Rewriter, unpacked } from "../upstream/rewriter.ts";
import { askedOf } from "./asked-of.ts";
import { LateObserver } from "./late-observer.ts";
import { recordingObserver } from "./recording-observer.ts";

export interface RecordingHandlerOptions {
  readonly holds?: Holds | undefined;
  /** Changes of requests that were made by hand, and what reads a request for them. */
  readonly rewriting?: { readonly rewriter: Rewriter; readonly reader: WireReader } | undefined;
}

/** Forwards everything and writes it down. */
export class RecordingHandler implements ExchangeHandler {
  /** Calls that went out. */
  live = 0;
  /** Calls that stand still, or were answered by hand: they did not go out. */
  kept = 0;
  readonly #recorder: RunRecorder;
  readonly #passage: Passage;
  readonly #rewriting: RecordingHandlerOptions["rewriting"];

  constructor(recorder: RunRecorder, { holds = new Holds(), rewriting }: RecordingHandlerOptions = {}) {
    this.#recorder = recorder;
    this.#passage = new Passage(holds);
    this.#rewriting = rewriting;
  }

  request(request: GatewayRequest): Decision | Promise<Decision> {
    const changes = this.#rewriting?.rewriter.any === true;
    return this.#passage.isClear && !changes ? this.#straight(request) : this.#standing(request);
  }

  /** Nobody waits for what is written down: it is done while the provider is at work. */
  #straight(request: GatewayRequest): Decision {
    const asked = { ...askedOf(request), went: { at: Date.now(), clock: performance.now() } };
    const begin = (): Observer => {
      const known = this.#recorder.know(asked);
      if (known.read.call.kind !== "http") this.live++;
      return this.#passage.gone({ known, exchange: this.#recorder.begin(asked, {}, known) });
    };
    return { do: "forward", observer: new LateObserver(begin) };
  }

  #standing(request: GatewayRequest): Decision | Promise<Decision> {
    const asked = askedOf(request);
    const known = this.#recorder.know(asked);
    const back = this.#passage.back(known, request);
    if (back !== undefined) return back;
    const exchange = this.#recorder.begin(asked, {}, known);
    this.kept++;
    const edit = (changes: readonly BodyChange[]): void => this.#edit({ known, exchange }, changes);
    const course = {
      goesLive: true,
      go: (now: GatewayRequest) => this.#forward({ known, exchange }, now),
      ...(this.#rewriting !== undefined && known.read.call.dialect !== undefined ? { edit } : {}),
    };
    return this.#passage.take({ known, exchange }, course, request);
  }

  #edit({ known, exchange }: Open, changes: readonly BodyChange[]): void {
    const { rewriter, reader } = this.#rewriting ?? {};
    if (rewriter === undefined || reader === undefined) return;
    const call = reader.read(known.asked, known.read);
    const takeBack = rewriter.add(call, exchange.seq ?? 0, changes);
    const made = rewriter.apply(call, known.asked);
    if (typeof made !== "string") return;
    takeBack();
    throw new Error(made);
  }

  #forward({ known, exchange }: Open, request: GatewayRequest): Decision {
    const { rewriter, reader } = this.#rewriting ?? {};
    const out = rewriter?.any && reader ? rewriter.apply(reader.read(known.asked, known.read), known.asked) : undefined;
    if (typeof out === "string") return this.#refuse(out, { known, exchange });
    this.kept--;
    if (known.read.call.kind !== "http") this.live++;
    const observer = recordingObserver(exchange);
    if (out === undefined) return { do: "forward", observer };
    const { edits, sent, changed, path, text } = out;
    exchange.amend({ edits, sent, ...(changed ? { extra: { flags: ["rewrite-changed"] } } : {}) });
    return { do: "forward", observer, instead: { path, headers: unpacked(request.headers), body: Buffer.from(text) } };
  }

  #refuse(why: string, { known, exchange }: Open): Decision {
    const answer = ownError(known.read.call.op, { status: MISS_STATUS, message: `vcr: ${why}. Nothing was sent.` });
    exchange.amend({ origin: "injected" });
    exchange.head(answer.status, Object.entries(answer.headers).flat());
    exchange.data(answer.body);
    exchange.end({ how: "complete" });
    return { do: "answer", answer };
  }
}

interface Open {
  readonly known: KnownRequest;
  readonly exchange: OpenExchange;
}
