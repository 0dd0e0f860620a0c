import type { HeldReason } from "../../control/protocol.ts";
import { field, parse, text } from "../../json/json.ts";
import type { InsteadAnswer } from "../../record/open-exchange.ts";
import { MISS_STATUS } from "../../replay/answers/miss-answer.ts";
import { errorFrame } from "../../replay/answers/provider-error.ts";
import type { Standing } from "../course.ts";
import type { Decision, GatewayRequest, ServedAnswer, WholeAnswer } from "../exchange.ts";
import { answerJson } from "./changed-answer.ts";
import type { Way } from "./hold.ts";
import type { Holds } from "./holds.ts";
import { type MadeAnswer, ownError } from "./made-answer.ts";

/** What the agent of a held call gets at last. */
export type Delivered = Exclude<Decision, { do: "forward" }>;

/** Ends of held calls that are not what would have come, written down and brought to the agent. */
export class HeldAnswers {
  readonly #holds: Holds;

  constructor(holds: Holds) {
    this.#holds = holds;
  }

  /** The agent gets an answer that nobody was asked for. */
  injected(standing: Standing, answer: MadeAnswer): Way {
    const { exchange, course, known } = standing;
    return (request) => {
      exchange.amend({ origin: "injected" });
      const delivered = this.fitted(standing, answer, request);
      const { status, headers, bytes, ending } = seenOf(delivered, answer);
      exchange.head(status, headers);
      exchange.data(bytes);
      exchange.end(ending);
      course.settled?.(answerJson(known.read.call.op, wholeOf(answer)) ?? null);
      return delivered;
    };
  }

  /** Nobody can be asked, so it does not go out. */
  refused(standing: Standing, reason: HeldReason): Way {
    this.#holds.guards?.refuse(reason);
    const message = `vcr: ${reason.words}. Nothing was sent to the provider.`;
    const answer = ownError(standing.known.read.call.op, { status: MISS_STATUS, message, code: `vcr_${reason.type}` });
    return this.injected(standing, { ...answer, headers: { ...answer.headers, "x-should-retry": "false" } });
  }

  /** The agent gets another answer than the one that is in the file. */
  replaced(standing: Standing, answer: MadeAnswer): Way {
    const { exchange, course, known } = standing;
    return (request) => {
      const delivered = this.fitted(standing, answer, request);
      exchange.replace(seenOf(delivered, answer), { edits: ["answer"] });
      course.settled?.(answerJson(known.read.call.op, wholeOf(answer)) ?? null);
      return delivered;
    };
  }

  /** Nothing comes until the client gives up. */
  silent({ exchange }: Standing): Way {
    return (request) => {
      request.line?.rest();
      return new Promise((resolve) => {
        const gone = (): void => {
          exchange.end({ how: "aborted", by: "client" });
          resolve({ do: "drop" });
        };
        if (request.gone.aborted) gone();
        else request.gone.addEventListener("abort", gone, { once: true });
      });
    };
  }

  aborted({ exchange, course }: Standing): Way {
    return () => {
      exchange.end({ how: "failed", code: "vcr-abort", message: "the connection was closed while the call was held" });
      course.lost?.();
      return { do: "drop" };
    };
  }

  /**
   * An answer for a client that may have been kept waiting: a failure can then be told only inside of the stream, or by closing the
   * connection; whoever asks again gets it whole.
   */
  fitted({ known }: Standing, answer: ServedAnswer, request: GatewayRequest): Delivered {
    const opened = request.line?.opened;
    if (opened === undefined || answer.status < 400) return { do: "answer", answer };
    if (opened === "json") {
      this.#holds.owe(known.key, () => ({ do: "answer", answer }));
      return { do: "drop" };
    }
    const { op } = known.read.call;
    const body = Buffer.from(errorFrame(op, answerJson(op, wholeOf(answer)) ?? { error: { message: "error" } }));
    return { do: "answer", answer: { status: 200, headers: {}, body } };
  }
}

/** What the agent sees of an answer: where its head was out already, a closed connection is all that can tell of a failure. */
function seenOf(delivered: Delivered, answer: MadeAnswer): Required<InsteadAnswer> {
  const headers = Object.entries(answer.headers).flat();
  if (delivered.do === "answer") {
    const { status, body } = wholeOf(delivered.answer);
    const fitted = status === answer.status ? headers : ["content-type", "text/event-stream; charset=utf-8"];
    return { status, headers: fitted, bytes: body, ending: { how: "complete" } };
  }
  const why = text(field(field(parse(Buffer.from(answer.body).toString()), "error"), "message")) ?? "an error";
  const message = `the connection was closed instead of HTTP ${answer.status}: ${why}`;
  return { status: 200, headers, bytes: new Uint8Array(), ending: { how: "aborted", by: "upstream", message } };
}

export function wholeOf({ status, headers, body, bytes }: ServedAnswer): WholeAnswer {
  const whole = bytes ?? (body instanceof Uint8Array ? body : new Uint8Array());
  return { status, headers: Object.entries(headers).flat(), body: Buffer.from(whole) };
}
