import type { MessageRef } from "../../formats/format.ts";
import type { Dialect } from "../../providers/dialect.ts";
import type { EventBody } from "../../trace/event.ts";
import type { RowNumber } from "../../trace/row-sink.ts";
import type { RowReader, Rows } from "../rows/row-reader.ts";
import type { Exchange } from "../run.ts";
import { conversationOf } from "./conversation.ts";
import { readExchange } from "./exchange.ts";
import { sentRequest } from "./sent-request.ts";

/** What is known of a call whose request went out changed. */
interface Sent {
  readonly body: EventBody;
  readonly exchange: Exchange;
  readonly messages: readonly MessageRef[];
}

/** Rows with requests as they went out. Only what was changed on its way is read anew; all else is the file's. */
export class SentRows implements Rows {
  readonly #rows: RowReader;
  /** By the body as the agent asked it, which is another one after each change. */
  readonly #sent = new WeakMap<EventBody, Sent>();

  constructor(rows: RowReader) {
    this.#rows = rows;
  }

  body(row: RowNumber): EventBody {
    return this.#of(row)?.body ?? this.#rows.body(row);
  }

  exchange(row: RowNumber): Exchange {
    return this.#of(row)?.exchange ?? this.#rows.exchange(row);
  }

  messages(row: RowNumber): readonly MessageRef[] {
    return this.#of(row)?.messages ?? this.#rows.messages(row);
  }

  #of(row: RowNumber): Sent | undefined {
    const asked = this.#rows.body(row);
    if (asked.sent === undefined || asked.request === undefined) return undefined;
    const sent = this.#sent.get(asked) ?? sentOf(asked, this.#rows.dialect(row));
    this.#sent.set(asked, sent);
    return sent;
  }
}

function sentOf(asked: EventBody, dialect: Dialect | undefined): Sent {
  const request = sentRequest(asked);
  const { response, error, before, after, sent } = asked;
  const body: EventBody = { request, response, error, before, after, sent, raw: () => asked.raw() };
  let messages: readonly MessageRef[] | undefined;
  return {
    body,
    exchange: readExchange(body, dialect, undefined),
    get messages() {
      messages ??= conversationOf(request, dialect);
      return messages;
    },
  };
}
