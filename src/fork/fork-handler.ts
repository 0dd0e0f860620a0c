import type { BodyChange } from "../control/protocol.ts";
import type { Course } from "../gateway/course.ts";
import type { Decision, ExchangeHandler, GatewayRequest } from "../gateway/exchange.ts";
import { Holds } from "../gateway/hold/holds.ts";
import { Passage } from "../gateway/passage.ts";
import { askedOf } from "../gateway/recording/asked-of.ts";
import { recordingObserver } from "../gateway/recording/recording-observer.ts";
import { RecordedAnswers } from "../gateway/replaying/recorded-answers.ts";
import { driftOf, noAnswer } from "../gateway/replaying/replay-handler.ts";
import { type Outgoing, unpacked } from "../gateway/upstream/rewriter.ts";
import { field, type Json, type JsonObject, text } from "../json/json.ts";
import type { OpenExchange, Told } from "../record/open-exchange.ts";
import type { Asked } from "../record/request/asked.ts";
import type { KnownRequest } from "../record/request/known-request.ts";
import type { RunRecorder } from "../record/run-recorder.ts";
import { MISS_STATUS, missBody, rpcMiss } from "../replay/answers/miss-answer.ts";
import type { WireCall, WireReader } from "../replay/calls/wire-call.ts";
import type { ReplaySession, Served } from "../replay/replay-session.ts";
import type { Miss } from "../replay/report/miss.ts";
import type { Secrets } from "../replay/restore-secrets.ts";
import { servedFields } from "../replay/saved-fields.ts";
import { Boundary } from "./boundary.ts";
import { driftFields, driftMessage } from "./drift-message.ts";
import { learning } from "./learning.ts";
import type { ForkPlan } from "./plan/plan.ts";
import { editedAnswer } from "./rewrite/edited-answer.ts";
import type { LiveRewrites } from "./rewrite/live-rewrites.ts";
import { jsonAsked, OutgoingRequests } from "./rewrite/outgoing-requests.ts";
import { serverState } from "./server-state.ts";
import { givenAnswer, type Spoken, spokenIn } from "./spoken.ts";

export interface ForkHandlerOptions {
  readonly plan: ForkPlan;
  /** Its matcher gives no call at or beyond the plan's limit. */
  readonly session: ReplaySession;
  readonly reader: WireReader;
  readonly secrets: Secrets;
  readonly recorder: RunRecorder;
  /** What the forked run is called in messages. */
  readonly run: string;
  /** Values that stand in for keys, and the variables they stand for: nothing that holds one goes out. */
  readonly placeholders: ReadonlyMap<string, string>;
  /** What makes the plan's rewrites, and those that are added by hand. @default one for the plan */
  readonly outgoing?: OutgoingRequests | undefined;
  readonly holds?: Holds | undefined;
  /** What is kept besides of a live call. */
  besides?(): JsonObject;
}

/** A call of an agent on its way through a fork. */
interface Passing {
  readonly request: GatewayRequest;
  readonly asked: Asked;
  readonly call: WireCall;
  readonly known: KnownRequest;
  readonly spoken: Spoken;
}

/** Serves what lies before the boundary, sends on what lies behind it, and stops what has drifted before it. */
export class ForkHandler implements ExchangeHandler {
  /** Calls that went to a provider, or to a server. */
  live = 0;
  /** Calls that were kept back, by reason. */
  readonly refused: string[] = [];
  readonly boundary: Boundary;
  /** The first step whose answer the agent was given with a change. */
  edited: number | undefined;
  readonly #options: ForkHandlerOptions;
  readonly #answers: RecordedAnswers;
  readonly #outgoing: OutgoingRequests;
  readonly #holds: Holds;
  readonly #passage: Passage;

  constructor(options: ForkHandlerOptions) {
    const { plan } = options;
    this.#options = options;
    this.boundary = new Boundary(plan.past.calls, plan.limit);
    this.#answers = new RecordedAnswers(options);
    this.#outgoing = options.outgoing ?? new OutgoingRequests(plan.rewrites);
    this.#holds = options.holds ?? new Holds();
    this.#passage = new Passage(this.#holds);
  }

  get rewrites(): LiveRewrites {
    return this.#outgoing.rewrites;
  }

  async request(request: GatewayRequest): Promise<Decision> {
    const asked = askedOf(request);
    const { session, reader, recorder } = this.#options;
    const known = recorder.know(asked);
    const back = this.#passage.back(known, request);
    if (back !== undefined) return back;
    const call = reader.read(asked, known.read);
    const passing: Passing = { request, asked, call, known, spoken: spokenIn(call, call.dialect) };
    if (call.kind === "http") {
      const around = session.take(call);
      return around.type === "served" ? this.#serve(around, passing) : this.#live(passing);
    }
    const served = session.serve(call);
    if (served !== undefined) return this.#serve(served, passing);
    const verdict = this.boundary.decide({ exact: call.exact, places: passing.spoken.places });
    return verdict.type === "live" ? this.#live(passing) : this.#drifted(passing);
  }

  gaveEdited(step: number): void {
    this.edited = Math.min(step, this.edited ?? step);
  }

  #begin({ asked, known }: Passing, told: Told): OpenExchange {
    return this.#options.recorder.begin(asked, told, known);
  }

  #take({ known, request }: Passing, exchange: OpenExchange, course: Course): Promise<Decision> {
    return this.#passage.take({ known, exchange }, course, request);
  }

  #serve(served: Served, passing: Passing): Promise<Decision> {
    const fields = servedFields(served);
    const edited = passing.call.kind !== "http" && this.#options.plan.answers.has(served.step);
    const edits = [...new Set([...(fields.edits ?? []), "answer" as const])];
    const exchange = this.#begin(passing, edited ? { ...fields, edits } : fields);
    return this.#take(passing, exchange, this.#serving(served, passing, exchange));
  }

  #serving(served: Served, passing: Passing, exchange: OpenExchange): Course {
    const { plan, secrets, session } = this.#options;
    const { call } = passing;
    const around = call.kind === "http";
    const edits = around ? undefined : plan.answers.get(served.step);
    const instead = edits && editedAnswer(served.call.body(), edits, { op: served.call.op, secrets });
    if (!around) this.boundary.served(served.call.step);
    return {
      go: async (request, whole) => ({
        do: "answer",
        answer: await this.#answers.serve({ served, call, request, exchange, instead, whole }),
      }),
      settled: (changed) => {
        if (!around) this.#gave(served, passing, changed);
      },
      lost: () => session.cutOff(served),
    };
  }

  /** The agent has got the answer of a recorded call, as the plan or somebody's hand has changed it. */
  #gave(served: Served, { call, asked, spoken }: Passing, changed: Json | undefined): void {
    const { plan, secrets, reader } = this.#options;
    const edits = plan.answers.get(served.step);
    const instead = edits && editedAnswer(served.call.body(), edits, { op: served.call.op, secrets });
    const json = changed ?? (instead ?? served.call.body(served.step)).response?.json;
    const from = changed === undefined && edits === undefined ? served.step : "fresh";
    if (from === "fresh") this.gaveEdited(served.step);
    if (!served.call.failed || changed !== undefined)
      this.boundary.answered(givenAnswer(spoken, json, call.dialect), from);
    if (changed !== undefined) reader.answered(call, () => changed);
    const { rewrites, chain } = this.#outgoing;
    const { dialect, request: masked, lane } = call;
    const carries = dialect && masked !== undefined && rewrites.seen({ masked, dialect, lane });
    if (call.op !== "openai/responses") return;
    const plain = changed ?? editedAnswer(served.call.body(), edits ?? [], { op: call.op, secrets })?.response?.json;
    const edited = from === "fresh" || carries === true;
    chain.served({ id: text(field(json, "id")), request: jsonAsked(asked), masked, answer: plain, edited });
  }

  /** It parted from the recording before the fork: whoever watches says what becomes of it, else it gets an error. */
  #drifted(passing: Passing): Promise<Decision> | Decision {
    const { session } = this.#options;
    const { call } = passing;
    if (!this.#holds.attended) {
      const miss = session.miss(call);
      return this.#miss(miss, passing, this.#begin(passing, driftFields(miss)));
    }
    const exchange = this.#begin(passing, { origin: "injected" });
    const near = session.explain(call);
    return this.#take(passing, exchange, {
      drift: driftOf(near),
      go: () => {
        const miss = session.miss(call);
        exchange.amend(driftFields(miss));
        return this.#miss(miss, passing, exchange);
      },
      recorded: (step = near.nearest?.step) => {
        const served = step === undefined ? undefined : session.treatAsEqual(call, step);
        if (served === undefined) throw new Error(noAnswer(step));
        exchange.amend(servedFields(served));
        return this.#serving(served, passing, exchange);
      },
      live: () => {
        const out = this.#ready(passing);
        if (typeof out === "string") throw new Error(out);
        exchange.amend({ origin: "live", ...toldOf(out) });
        return this.#sending(passing, exchange, out);
      },
    });
  }

  #miss(miss: Miss, passing: Passing, exchange: OpenExchange): Decision {
    const { run, plan } = this.#options;
    return this.#answer(driftMessage(miss, { run, limit: plan.limit }), passing, exchange);
  }

  #refuse(why: string, passing: Passing): Decision {
    this.refused.push(why);
    const exchange = this.#begin(passing, { origin: "injected" });
    return this.#answer(`vcr: ${why}. Nothing was sent to the provider.`, passing, exchange);
  }

  #answer(message: string, { call }: Passing, exchange: OpenExchange): Decision {
    const rpc = call.op === "mcp" && call.rpcId !== undefined;
    const answer = rpc
      ? { status: 200, body: rpcMiss(call.rpcId ?? null, { message, asResult: false }) }
      : { status: MISS_STATUS, body: missBody(call.op, message) };
    return { do: "answer", answer: this.#answers.own(exchange, answer) };
  }

  #live(passing: Passing): Decision | Promise<Decision> {
    const out = this.#ready(passing);
    if (typeof out === "string") return this.#refuse(out, passing);
    const told = toldOf(out);
    const extra = { ...told.extra, ...this.#options.besides?.() };
    const more = Object.keys(extra).length > 0 ? { extra } : {};
    const exchange = this.#begin(passing, { origin: "live", ...told, ...more });
    return this.#take(passing, exchange, this.#sending(passing, exchange, out));
  }

  /** What goes out instead of what was asked; a text says why nothing can. */
  #ready({ call, asked }: Passing): Outgoing | string | undefined {
    const { placeholders, plan } = this.#options;
    const told = [...asked.headers, asked.path].join("\n");
    for (const [value, name] of placeholders)
      if (told.includes(value)) return `${name} is not set, so this call cannot go live`;
    const state = call.kind === "llm" ? serverState(call.request) : undefined;
    if (state !== undefined && (this.rewrites.any || plan.answers.size > 0))
      return `this call goes on from what the provider remembers (${state}), which no edit reaches`;
    return this.#outgoing.apply(call, asked);
  }

  #sending(passing: Passing, exchange: OpenExchange, ready: Outgoing | undefined): Course {
    const { call, spoken } = passing;
    const { reader } = this.#options;
    let out = ready;
    const answered = (json: Json): void => {
      reader.answered(call, () => json);
      this.boundary.answered(givenAnswer(spoken, json, call.dialect), "fresh");
    };
    return {
      goesLive: true,
      go: (request) => {
        this.live++;
        const observer = learning(call, recordingObserver(exchange), answered);
        if (out === undefined) return { do: "forward", observer };
        const instead = { path: out.path, headers: unpacked(request.headers), body: Buffer.from(out.text) };
        return { do: "forward", instead, observer };
      },
      settled: (changed) => {
        if (changed !== undefined) answered(changed);
      },
      ...(call.dialect !== undefined && {
        edit: (changes: readonly BodyChange[]) => {
          const takeBack = this.#outgoing.add(call, exchange.seq ?? 0, changes);
          const made = this.#ready(passing);
          if (typeof made === "string") {
            takeBack();
            throw new Error(made);
          }
          out = made;
          exchange.amend(toldOf(out));
        },
      }),
    };
  }
}

function toldOf(out: Outgoing | undefined): Told {
  if (out === undefined) return {};
  const { sent, edits, changed } = out;
  return { sent, edits, ...(changed ? { extra: { flags: ["rewrite-changed"] } } : {}) };
}
