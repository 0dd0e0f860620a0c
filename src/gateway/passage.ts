import type { HeldAction, HeldActionName, HeldCall } from "../control/protocol.ts";
import { headerOf } from "../record/masked/kept-headers.ts";
import type { KnownRequest } from "../record/request/known-request.ts";
import { callLabel } from "../replay/calls/call-label.ts";
import type { Course, PassingCall, Standing } from "./course.ts";
import type { Decision, GatewayRequest, Observer, WholeAnswer } from "./exchange.ts";
import { changedAnswer, unpackedAnswer } from "./hold/changed-answer.ts";
import { type Delivered, HeldAnswers, wholeOf } from "./hold/held-answers.ts";
import type { HoldSpec, Way } from "./hold/hold.ts";
import type { Holds, Stop } from "./hold/holds.ts";
import { answerTemplate, injectedError, madeAnswer } from "./hold/made-answer.ts";
import { WatchedAnswer } from "./hold/watched-answer.ts";
import { recordingObserver } from "./recording/recording-observer.ts";
import { answerForm } from "./replaying/answer-form.ts";

/** Takes calls through the places at which they may stand still, whatever handler they came to. */
export class Passage {
  readonly #holds: Holds;
  readonly #answers: HeldAnswers;

  constructor(holds: Holds) {
    this.#holds = holds;
    this.#answers = new HeldAnswers(holds);
  }

  /** Nothing can stop a call on its way, and none is expected back: it may go on before it is written down. */
  get isClear(): boolean {
    return !this.#holds.attended && !this.#holds.expectsAny && this.#holds.guards?.idle !== false;
  }

  /** A call went on: whoever comes to watch sees its answer come. */
  gone({ known, exchange }: PassingCall): Observer {
    this.#holds.guards?.goes(known);
    const observer = recordingObserver(exchange);
    return exchange.seq === undefined ? observer : this.#watched({ known, step: exchange.seq }, observer);
  }

  /** What a request gets whose call is here already: its client had given up and asks again. */
  back(known: KnownRequest, request: GatewayRequest): Promise<Decision> | undefined {
    if (!this.#holds.expectsAny) return undefined;
    const { key, again } = known;
    return this.#holds.back(key, again, request)?.then((way) => way?.(request) ?? { do: "drop" });
  }

  async take(call: PassingCall, course: Course, request: GatewayRequest): Promise<Decision> {
    const step = call.exchange.seq;
    if (step === undefined) return this.#passed({ ...call, course }, await course.go(request, false));
    const standing = { ...call, course, step };
    const broken = course.goesLive ? this.#holds.guards?.check(call.known, this.#holds.attended) : undefined;
    if (broken !== undefined) {
      if (!this.#holds.attended) return this.#answers.refused(standing, broken.reason)(request);
      return this.#stand(this.#atRequest({ ...standing, accept: broken.accept }, broken), request);
    }
    if (!this.#holds.attended) return this.#seen(standing, this.#passed(standing, await course.go(request, false)));
    const stop =
      course.drift === undefined
        ? await this.#holds.atRequest(step, { isCall: call.known.read.call.kind !== "http" })
        : driftStop(course.drift);
    if (stop === undefined) return this.#go(standing)(request);
    return this.#stand(this.#atRequest(standing, stop), request);
  }

  async #stand(spec: HoldSpec, request: GatewayRequest): Promise<Decision> {
    const way = await this.#holds.stand(spec, request);
    return way === undefined ? { do: "drop" } : way(request);
  }

  /** It goes on; its answer may have to stand still in its turn. */
  #go(standing: Standing): Way {
    const { course, exchange, step } = standing;
    return async (request) => {
      exchange.goes();
      const whole = this.#holds.mayStopAnswer(step);
      const decision = await course.go(request, whole);
      if (decision.do === "forward") {
        standing.accept?.();
        if (course.goesLive) this.#holds.guards?.goes(standing.known);
        return this.#reviewed(standing, decision, request);
      }
      if (decision.do === "drop") return decision;
      const stopped = whole ? await this.#atAnswer(standing, wholeOf(decision.answer), request) : undefined;
      if (stopped !== undefined) return stopped;
      course.settled?.(undefined);
      return this.#answers.fitted(standing, decision.answer, request);
    };
  }

  #passed({ course, known }: PassingCall & { readonly course: Course }, decision: Decision): Decision {
    if (decision.do === "answer") course.settled?.(undefined);
    if (decision.do === "forward" && course.goesLive) this.#holds.guards?.goes(known);
    return decision;
  }

  /** Whoever watches sees its answer come. */
  #seen(standing: Standing, decision: Decision): Decision {
    if (decision.do !== "forward" || decision.observer === undefined) return decision;
    return { ...decision, observer: this.#watched(standing, decision.observer) };
  }

  #reviewed(standing: Standing, decision: Extract<Decision, { do: "forward" }>, request: GatewayRequest): Decision {
    const { line } = request;
    const opened = line?.opened !== undefined;
    const { instead, observer } = decision;
    const headers = instead?.headers ?? request.headers;
    const form = answerForm(standing.known.read, standing.known.asked.path);
    return {
      ...decision,
      // What is read here must not be packed, and no head can say any more that it is.
      ...(opened ? { instead: { ...instead, headers: [...unpacking(headers), "Accept-Encoding", "identity"] } } : {}),
      ...(observer === undefined ? {} : { observer: this.#watched(standing, observer) }),
      review: {
        wants: (status, answered) => {
          // A stream of events around calls (of an MCP server) has no end that could be waited for.
          const endless = standing.known.read.call.kind === "http" && isEventStream(answered);
          if (endless || !this.#holds.mayStopAnswer(standing.step))
            return (
              line?.opened !== undefined && (status >= 400 || headerOf(answered, "content-encoding") !== undefined)
            );
          if (status < 400 && form !== undefined) line?.keepWaiting(form, this.#holds.times, () => undefined);
          return true;
        },
        whole: async (answer) => {
          const stopped = await this.#atAnswer(standing, answer, request);
          if (stopped !== undefined) return stopped;
          return line?.opened === undefined
            ? undefined
            : this.#answers.fitted(standing, unpackedAnswer(answer), request);
        },
      },
    };
  }

  #watched({ step, known }: Pick<Standing, "step" | "known">, observer: Observer): Observer {
    let head: readonly string[] = [];
    let answer: WatchedAnswer | undefined;
    return {
      head: (status, headers) => {
        head = headers;
        observer.head(status, headers);
      },
      data: (chunk) => {
        if (this.#holds.watched) {
          answer ??= new WatchedAnswer(known.read.call.op, head, (text) => this.#holds.chunk(step, text));
          answer.data(chunk);
        }
        return observer.data(chunk);
      },
      end: (how) => observer.end(how),
    };
  }

  async #atAnswer(standing: Standing, answer: WholeAnswer, request: GatewayRequest): Promise<Delivered | undefined> {
    const stop = await this.#holds.atAnswer(standing.step);
    if (stop === undefined) return undefined;
    const decision = await this.#stand(this.#atResponse(standing, answer, stop), request);
    return decision.do === "forward" ? { do: "drop" } : decision;
  }

  #atRequest(standing: Standing, stop: Stop): HoldSpec {
    const { course, exchange, known } = standing;
    const template = answerTemplate(known);
    const able: readonly (HeldActionName | false)[] = [
      ...(["continue", "step"] as const),
      course.edit !== undefined && "edit-request",
      ...(["answer", "error"] as const),
      course.recorded !== undefined && "recorded",
      course.live !== undefined && "live",
      "abort",
    ];
    return {
      ...this.#common(standing, stop),
      phase: "request",
      ...(course.drift === undefined ? {} : { drift: course.drift }),
      ...(template === undefined ? {} : { template }),
      actions: able.filter((name) => name !== false),
      wayOf: (action) => this.#requestWay(standing, action),
      lost: () => {
        exchange.end({ how: "aborted", by: "client" });
        course.lost?.();
      },
    };
  }

  #atResponse(standing: Standing, answer: WholeAnswer, stop: Stop): HoldSpec {
    return {
      ...this.#common(standing, stop),
      phase: "response",
      actions: ["continue", "step", "edit-response", "answer", "error", "abort"],
      wayOf: (action) => this.#responseWay(standing, answer, action),
      lost: () => standing.course.lost?.(),
    };
  }

  #common({ known, step }: Standing, { reason, row = String(step), label: of }: Stop) {
    const { kind, name, op } = known.read.call;
    const label = of ?? callLabel({ kind, name, op, request: undefined });
    return { step, row, label, reason, key: known.key, form: answerForm(known.read, known.asked.path) };
  }

  /** @throws Error with a message for people */
  #requestWay(standing: Standing, action: HeldAction): Way {
    const { course, known } = standing;
    switch (action.do) {
      case "continue":
      case "step":
        return this.#go(standing);
      case "edit-request":
        course.edit?.(action.changes);
        return this.#go(standing);
      case "answer":
        return this.#answers.injected(standing, madeAnswer(known, action.body));
      case "error":
        return action.error === "timeout"
          ? this.#answers.silent(standing)
          : this.#answers.injected(standing, injectedError(known, action.error));
      case "recorded":
        return this.#go({ ...standing, course: course.recorded?.(action.step) ?? course });
      case "live":
        return this.#go({ ...standing, course: course.live?.() ?? course });
      case "abort":
        return course.drift === undefined ? this.#answers.aborted(standing) : this.#go(standing);
      default:
        throw new Error("there is no answer yet that could be edited");
    }
  }

  /** @throws Error with a message for people */
  #responseWay(standing: Standing, answer: WholeAnswer, action: HeldAction): Way {
    const { course, known } = standing;
    switch (action.do) {
      case "edit-response":
        return this.#answers.replaced(standing, changedAnswer(known, answer, action.changes).answer);
      case "answer":
        return this.#answers.replaced(standing, madeAnswer(known, action.body));
      case "error":
        return action.error === "timeout"
          ? this.#answers.silent(standing)
          : this.#answers.replaced(standing, injectedError(known, action.error));
      case "abort":
        return () => ({ do: "drop" });
      default:
        return (request) => {
          course.settled?.(undefined);
          return this.#answers.fitted(standing, unpackedAnswer(answer), request);
        };
    }
  }
}

function driftStop(drift: NonNullable<HeldCall["drift"]>): Stop {
  return { reason: { type: "drift", words: drift.words } };
}

function isEventStream(headers: readonly string[]): boolean {
  return /^text\/event-stream\b/i.test(headerOf(headers, "content-type") ?? "");
}

function unpacking(headers: readonly string[]): readonly string[] {
  return headers.filter((_, i) => (headers[i - (i % 2)] ?? "").toLowerCase() !== "accept-encoding");
}
