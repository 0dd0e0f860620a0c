import type { JsonObject } from "../../json/json.ts";
import { withCallIds } from "../../providers/call-ids.ts";
import { newResults } from "../../providers/tool-results.ts";
import type { EventRecord } from "../../trace/write/record.ts";
import type { ReadRequest } from "../request/asked.ts";
import { resultsAsSent } from "./results-as-sent.ts";

/** The tools that a request answers, given what of it was changed on its way. */
export type ResultsAnswered = (sent?: JsonObject) => Pick<EventRecord, "results">;

/** Finds in each request of a run the tools whose calls it answers for the first time. */
export class AnsweredTools {
  /** Call ids that were answered, by conversation where the API gives none. */
  readonly #seen = new Map<string, Set<string>>();

  by(read: ReadRequest): ResultsAnswered {
    const { messages } = read;
    const named = withCallIds(messages);
    const hasIds = named === messages || named.every((each, i) => each === messages[i]);
    const fresh = newResults(named, this.#seenIn(hasIds ? "" : conversationKey(read)));
    return (sent) => {
      const results = sent === undefined ? fresh : resultsAsSent(fresh, { read, messages: named, sent });
      if (results.length === 0) return {};
      return { results: results.map(({ id, isError }) => ({ id, ...(isError === undefined ? {} : { isError }) })) };
    };
  }

  /** Answered by what is not at hand as a request. */
  add(id: string): void {
    this.#seenIn("").add(id);
  }

  #seenIn(conversation: string): Set<string> {
    const known = this.#seen.get(conversation) ?? new Set<string>();
    this.#seen.set(conversation, known);
    return known;
  }
}

/** Conversations without ids of calls are told apart by how they begin. */
function conversationKey({ split, call }: ReadRequest): string {
  const place = split?.places.find(({ pointer }) => pointer === call.dialect?.conversation);
  return place?.elements[0]?.digest ?? "";
}
