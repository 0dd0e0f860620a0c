import type { Asked } from "../record/asked.ts";
import { MISS_STATUS, missBody, missMessage, rpcMiss } from "../replay/miss-answer.ts";
import type { ReplaySession, Served } from "../replay/replay-session.ts";
import { missFields } from "../replay/saved-fields.ts";
import type { Decision, ExchangeHandler, GatewayRequest, ServedAnswer } from "./exchange.ts";
import type { LiveCalls } from "./live-calls.ts";
import { RecordedAnswers, type RecordedAnswersOptions } from "./recorded-answers.ts";
import { hostOf, originOf } from "./routes.ts";

export interface ReplayHandlerOptions extends RecordedAnswersOptions {
  readonly session: ReplaySession;
  /** What the replayed run is called in messages. */
  readonly run: string;
  /** Answers say when they were recorded, for an agent that lives by the recording's clock. */
  readonly clock?: boolean | undefined;
  /** What is called for real. @default nothing */
  readonly live?: LiveCalls | undefined;
}

/** Answers every call from a recording, or with an error that says that there is none. Nothing is sent on but what the user wants live. */
export class ReplayHandler implements ExchangeHandler {
  readonly #options: ReplayHandlerOptions;
  readonly #answers: RecordedAnswers;

  constructor(options: ReplayHandlerOptions) {
    this.#options = options;
    this.#answers = new RecordedAnswers(options);
  }

  async request(request: GatewayRequest): Promise<Decision> {
    const { method, path, route, upstream, headers, body } = request;
    const url = `${originOf(upstream)}${path}`;
    const asked: Asked = { method, path, host: hostOf(upstream), route, url, headers, body };
    const call = this.#options.reader.read(asked);
    const { session, live } = this.#options;
    if (live?.always(call)) return live.send(asked);
    const served = live?.otherwise(call) && call.kind !== "http" ? session.serve(call) : undefined;
    if (served === undefined && call.kind === "memory" && live?.otherwise(call)) return live.send(asked);
    const outcome = served ?? session.take(call);
    if (outcome.type === "served")
      return {
        do: "answer",
        answer: this.#dated(await this.#answers.serve({ served: outcome, call, asked, request }), outcome),
      };
    if (outcome.type === "unknown") {
      if (live?.otherwise(call)) return live.send(asked);
      const message = `vcr: this is a replay of ${this.#options.run}, which holds no answer to ${method} ${path.replace(/\?.*$/s, "")}`;
      return { do: "answer", answer: this.#answers.own(asked, { status: 404, body: missBody(call.op, message) }) };
    }
    const message = missMessage(outcome.miss, { run: this.#options.run });
    const rpc = call.op === "mcp" && call.rpcId !== undefined;
    const answer = rpc
      ? {
          status: 200,
          body: rpcMiss(call.rpcId ?? null, { message, asResult: live !== undefined && call.kind === "tool" }),
        }
      : { status: MISS_STATUS, body: missBody(call.op, message) };
    return { do: "answer", answer: this.#answers.own(asked, answer, missFields(outcome.miss)) };
  }

  #dated(answer: ServedAnswer, { call }: Served): ServedAnswer {
    const moment = this.#options.clock ? (call.end ?? call.at) : undefined;
    return moment === undefined ? answer : { ...answer, headers: { ...answer.headers, "x-vcr-clock": String(moment) } };
  }
}
