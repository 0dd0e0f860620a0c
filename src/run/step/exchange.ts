import { answerWithCallIds } from "../../providers/call-ids.ts";
import type { Answer, Dialect, RequestFacts } from "../../providers/dialect.ts";
import type { Message } from "../../providers/message.ts";
import type { EventBody } from "../../trace/event.ts";
import type { Exchange } from "../run.ts";
import { conversationOf } from "./conversation.ts";

/**
 * What a call asked and got, by its dialect; `own` is the answer where the format keeps messages itself.
 * Both halves are read when first looked at: a row of the list needs the answer only, and requests are the heavy half.
 */
export function readExchange(body: EventBody, dialect: Dialect | undefined, own: Message | undefined): Exchange {
  return new ReadExchange(body, dialect, own);
}

class ReadExchange implements Exchange {
  readonly #body: EventBody;
  readonly #dialect: Dialect | undefined;
  readonly #own: Message | undefined;
  #facts: { readonly value: RequestFacts | undefined } | undefined;
  #answer: { readonly value: Answer | undefined } | undefined;

  constructor(body: EventBody, dialect: Dialect | undefined, own: Message | undefined) {
    this.#body = body;
    this.#dialect = dialect;
    this.#own = own;
  }

  get facts(): RequestFacts | undefined {
    this.#facts ??= { value: factsOf(this.#body, this.#dialect) };
    return this.#facts.value;
  }

  get answer(): Answer | undefined {
    this.#answer ??= { value: this.#own ? answerOf(this.#own) : dialectAnswer(this.#body, this.#dialect) };
    return this.#answer.value;
  }
}

function factsOf(body: EventBody, dialect: Dialect | undefined): RequestFacts | undefined {
  const request = dialect ? body.request?.json : undefined;
  return dialect && request !== undefined ? dialect.facts(request) : undefined;
}

function dialectAnswer(body: EventBody, dialect: Dialect | undefined): Answer | undefined {
  const json = dialect ? body.response?.json : undefined;
  const plain = dialect && json !== undefined ? dialect.answer(json) : undefined;
  const read = plain && named(plain, body, dialect);
  if (read?.error || !body.error) return read;
  const error = { ...(body.error.type !== undefined && { type: body.error.type }), message: body.error.message };
  return read ? { ...read, error } : { calls: [], usage: {}, error };
}

/** Ids for calls whose API gives none: they count from the beginning of the conversation. */
function named(answer: Answer, body: EventBody, dialect: Dialect | undefined): Answer {
  if (answer.calls.every((call) => call.id !== "")) return answer;
  return answerWithCallIds(
    conversationOf(body.request, dialect).map((ref) => ref.read()),
    answer,
  );
}

function answerOf(message: Message): Answer {
  const calls = message.parts.flatMap((part) =>
    part.type === "call" ? [{ id: part.id, name: part.name, args: part.args }] : [],
  );
  return { message, calls, usage: {} };
}
