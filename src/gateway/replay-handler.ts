import type { Asked } from "../record/asked.ts";
import { MISS_STATUS, missBody, missMessage, rpcMiss } from "../replay/miss-answer.ts";
import type { ReplaySession } from "../replay/replay-session.ts";
import { missFields } from "../replay/saved-fields.ts";
import type { Decision, ExchangeHandler, GatewayRequest } from "./exchange.ts";
import { RecordedAnswers, type RecordedAnswersOptions } from "./recorded-answers.ts";
import { hostOf, originOf } from "./routes.ts";

export interface ReplayHandlerOptions extends RecordedAnswersOptions {
  readonly session: ReplaySession;
  /** What the replayed run is called in messages. */
  readonly run: string;
}

/** Answers every call from a recording, or with an error that says that there is none. Nothing is ever sent on. */
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
    const outcome = this.#options.session.take(call);
    if (outcome.type === "served")
      return { do: "answer", answer: await this.#answers.serve({ served: outcome, call, asked, request }) };
    if (outcome.type === "unknown") {
      const message = `vcr: this is a replay of ${this.#options.run}, which holds no answer to ${method} ${path.replace(/\?.*$/s, "")}`;
      return { do: "answer", answer: this.#answers.own(asked, { status: 404, body: missBody(call.op, message) }) };
    }
    const message = missMessage(outcome.miss, { run: this.#options.run });
    const rpc = call.op === "mcp" && call.rpcId !== undefined;
    const answer = rpc
      ? { status: 200, body: rpcMiss(call.rpcId ?? null, message) }
      : { status: MISS_STATUS, body: missBody(call.op, message) };
    return { do: "answer", answer: this.#answers.own(asked, answer, missFields(outcome.miss)) };
  }
}
