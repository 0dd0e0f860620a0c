import type { HeldCall } from "../../control/protocol.ts";
import type { OpenExchange } from "../../record/open-exchange.ts";
import type { Asked } from "../../record/request/asked.ts";
import type { KnownRequest } from "../../record/request/known-request.ts";
import type { RunRecorder } from "../../record/run-recorder.ts";
import { MISS_STATUS, missBody, missMessage, rpcMiss } from "../../replay/answers/miss-answer.ts";
import { providerError } from "../../replay/answers/provider-error.ts";
import type { WireCall } from "../../replay/calls/wire-call.ts";
import type { ReplaySession, Served } from "../../replay/replay-session.ts";
import { differenceLines } from "../../replay/report/difference-lines.ts";
import type { Miss } from "../../replay/report/miss.ts";
import type { RunClock } from "../../replay/run-clock.ts";
import { missFields, servedFields } from "../../replay/saved-fields.ts";
import type { Course } from "../course.ts";
import type { Decision, ExchangeHandler, GatewayRequest, ServedAnswer } from "../exchange.ts";
import { Holds } from "../hold/holds.ts";
import { Passage } from "../passage.ts";
import { askedOf } from "../recording/asked-of.ts";
import type { LiveCalls } from "./live-calls.ts";
import { RecordedAnswers, type RecordedAnswersOptions } from "./recorded-answers.ts";

export interface ReplayHandlerOptions extends RecordedAnswersOptions {
  readonly session: ReplaySession;
  /** Where the replay is saved; undefined: nowhere. */
  readonly recorder?: RunRecorder | undefined;
  /** What the replayed run is called in messages. */
  readonly run: string;
  /** Answers say what time it is then, for an agent that lives by the recording's clock. */
  readonly clock?: RunClock | undefined;
  /** What is called for real. @default nothing */
  readonly live?: LiveCalls | undefined;
  readonly holds?: Holds | undefined;
}

/** A call of an agent on its way through a replay. */
interface Passing {
  readonly request: GatewayRequest;
  readonly asked: Asked;
  readonly call: WireCall;
  /** Undefined where nothing is saved. */
  readonly known: KnownRequest | undefined;
}

/** Answers every call from a recording, or with an error that says that there is none. Nothing is sent on but what the user wants live. */
export class ReplayHandler implements ExchangeHandler {
  readonly #options: ReplayHandlerOptions;
  readonly #answers: RecordedAnswers;
  readonly #holds: Holds;
  readonly #passage: Passage;

  constructor(options: ReplayHandlerOptions) {
    this.#options = options;
    this.#answers = new RecordedAnswers(options);
    this.#holds = options.holds ?? new Holds();
    this.#passage = new Passage(this.#holds);
  }

  async request(request: GatewayRequest): Promise<Decision> {
    const asked = askedOf(request);
    const known = this.#options.recorder?.know(asked);
    const back = known && this.#passage.back(known, request);
    if (back !== undefined) return back;
    const call = this.#options.reader.read(asked, known?.read);
    const passing: Passing = { request, asked, call, known };
    const { session, live } = this.#options;
    if (live?.always(call)) return this.#live(passing, live);
    const otherwise = live?.otherwise(call) === true;
    const served = otherwise && call.kind !== "http" ? session.serve(call) : undefined;
    if (live && served === undefined && call.kind === "memory" && otherwise) return this.#live(passing, live);
    if (served !== undefined) return this.#serve(served, passing);
    if (call.kind !== "http") {
      const found = session.serve(call);
      return found === undefined ? this.#missed(passing) : this.#serve(found, passing);
    }
    const around = session.take(call);
    if (around.type === "served") return this.#serve(around, passing);
    if (live && otherwise) return this.#live(passing, live);
    const message = `vcr: this is a replay of ${this.#options.run}, which holds no answer to ${asked.method} ${asked.path.replace(/\?.*$/s, "")}`;
    const exchange = this.#begin(passing, () => ({ origin: "injected" }));
    return { do: "answer", answer: this.#answers.own(exchange, { status: 404, body: missBody(call.op, message) }) };
  }

  #begin({ asked, known }: Passing, told: () => Parameters<RunRecorder["begin"]>[1]): OpenExchange | undefined {
    return this.#options.recorder?.begin(asked, told(), known);
  }

  async #take(passing: Passing, exchange: OpenExchange | undefined, course: Course): Promise<Decision> {
    const { known, request } = passing;
    if (known === undefined || exchange === undefined) return course.go(request, false);
    return this.#passage.take({ known, exchange }, course, request);
  }

  #live(passing: Passing, live: LiveCalls): Decision | Promise<Decision> {
    const refused = live.refusal(passing.asked);
    if (refused !== undefined) {
      const exchange = this.#begin(passing, () => ({ origin: "injected" }));
      const error = { status: 401, message: `vcr: ${refused}`, code: "vcr_no_key" };
      const answer = { status: 401, body: providerError(passing.call.op, error) };
      return { do: "answer", answer: this.#answers.own(exchange, answer) };
    }
    const exchange = this.#begin(passing, () => ({ origin: "live" }));
    return this.#take(passing, exchange, { goesLive: true, go: () => live.send(exchange) });
  }

  #serve(served: Served, passing: Passing): Promise<Decision> {
    const { session } = this.#options;
    const exchange = this.#begin(passing, () => servedFields(served));
    return this.#take(passing, exchange, {
      go: (request, whole) => this.#answer(served, { ...passing, request }, { exchange, whole }),
      lost: () => session.cutOff(served),
    });
  }

  async #answer(
    served: Served,
    { call, request }: Passing,
    how: { readonly exchange: OpenExchange | undefined; readonly whole: boolean },
  ): Promise<Decision> {
    const answer = await this.#answers.serve({ served, call, request, ...how });
    return { do: "answer", answer: this.#dated(answer, served) };
  }

  /** Nothing recorded answers it: whoever watches says what becomes of it, else it gets an error. */
  #missed(passing: Passing): Decision | Promise<Decision> {
    const { session } = this.#options;
    const { call } = passing;
    if (!this.#holds.attended || passing.known === undefined) {
      const miss = session.miss(call);
      return this.#miss(
        miss,
        passing,
        this.#begin(passing, () => missFields(miss)),
      );
    }
    const exchange = this.#begin(passing, () => ({ origin: "injected" }));
    const near = session.explain(call);
    return this.#take(passing, exchange, {
      drift: driftOf(near),
      go: () => {
        const miss = session.miss(call);
        exchange?.amend(missFields(miss));
        return this.#miss(miss, passing, exchange);
      },
      ...this.#ways(near, passing, exchange),
    });
  }

  #ways(near: Miss, passing: Passing, exchange: OpenExchange | undefined): Pick<Course, "recorded" | "live"> {
    const { session, live } = this.#options;
    return {
      recorded: (step = near.nearest?.step) => {
        const served = step === undefined ? undefined : session.treatAsEqual(passing.call, step);
        if (served === undefined) throw new Error(noAnswer(step));
        return {
          go: (request, whole) => {
            exchange?.amend(servedFields(served));
            return this.#answer(served, { ...passing, request }, { exchange, whole });
          },
          lost: () => session.cutOff(served),
        };
      },
      ...(live && {
        live: () => {
          const refused = live.refusal(passing.asked);
          if (refused !== undefined) throw new Error(refused);
          return {
            goesLive: true,
            go: () => {
              exchange?.amend({ origin: "live" });
              return live.send(exchange);
            },
          };
        },
      }),
    };
  }

  #miss(miss: Miss, { call }: Passing, exchange: OpenExchange | undefined): Decision {
    const message = missMessage(miss, { run: this.#options.run });
    const rpc = call.op === "mcp" && call.rpcId !== undefined;
    const asResult = this.#options.live?.part !== undefined && call.kind === "tool";
    const answer = rpc
      ? { status: 200, body: rpcMiss(call.rpcId ?? null, { message, asResult }) }
      : { status: MISS_STATUS, body: missBody(call.op, message) };
    return { do: "answer", answer: this.#answers.own(exchange, answer) };
  }

  #dated(answer: ServedAnswer, { call }: Served): ServedAnswer {
    const moment = this.#options.clock?.after(call);
    return moment === undefined ? answer : { ...answer, headers: { ...answer.headers, "x-vcr-clock": String(moment) } };
  }
}

/** What a call that has no recording is nearest to. */
export function driftOf({ words, nearest, difference }: Miss): NonNullable<HeldCall["drift"]> {
  return {
    ...(nearest === undefined ? {} : { step: nearest.step }),
    words,
    lines: difference === undefined ? [] : differenceLines(difference),
  };
}

export function noAnswer(step: number | undefined): string {
  return step === undefined ? "no recorded call is near to it: name a step" : `step ${step} holds no answer`;
}
