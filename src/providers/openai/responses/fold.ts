import type { Folded } from "../../dialect.ts";
import { type DraftObject, get, inOrder, isDraftObject, parseDraft } from "../../draft.ts";
import { plainFold } from "../../streams/plain-fold.ts";
import { parseSse } from "../../streams/sse.ts";
import { addPiece } from "./piece.ts";

const LAST = new Set(["response.completed", "response.incomplete", "response.failed"]);

interface State {
  response: DraftObject;
  readonly items: Map<number, DraftObject>;
  error?: DraftObject;
  complete: boolean;
}

/**
 * `event: response.*`. The last event holds the whole response. Where it is missing (a cut stream), or comes without output
 * (some servers), the items are folded from their own events.
 */
export function foldResponses(stream: string): Folded {
  const events = parseSse(stream);
  if (events.length === 0) return plainFold(stream);
  const state: State = { response: {}, items: new Map(), complete: false };
  for (const { event, data } of events) {
    const json = parseDraft(data);
    const type = get(json, "type") ?? event;
    if (json !== undefined && typeof type === "string") step(state, type, json);
  }
  return { body: bodyOf(state), complete: state.complete, events: events.length };
}

function step(state: State, type: string, event: DraftObject): void {
  const response = get(event, "response");
  if (isDraftObject(response)) state.response = response;
  if (LAST.has(type)) {
    state.complete = true;
    return;
  }
  if (type === "error") {
    state.error = event;
    return;
  }
  const index = get(event, "output_index");
  const at = typeof index === "number" ? index : 0;
  const item = get(event, "item");
  if (isDraftObject(item)) state.items.set(at, item);
  else addPiece(state.items, at, type, event);
}

function bodyOf({ response, items, error }: State): DraftObject {
  const output = get(response, "output");
  const own = Array.isArray(output) && output.length > 0;
  const body: DraftObject = { ...response };
  if (!own && items.size > 0) body.output = inOrder(items);
  if (error !== undefined) {
    const inner = get(error, "error");
    const { type: _, sequence_number: __, ...said } = error;
    body.error = isDraftObject(inner) ? inner : said;
  }
  return body;
}
