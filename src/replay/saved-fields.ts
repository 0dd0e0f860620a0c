import { field, isObject, type Json, type JsonObject, number, parse, text } from "../json/json.ts";
import type { EventBody } from "../trace/event.ts";
import type { EventFields } from "../trace/write/record.ts";
import { BY_HAND, type Served } from "./replay-session.ts";
import type { Miss } from "./report/miss.ts";

/** What a saved replay says of each event besides what every run says. */

type Fields = Pick<EventFields, "origin" | "edits" | "extra" | "sent">;

/** Longest value of a difference that is kept; the whole is in the two requests. */
const KEPT = 300;

/** With what the model got when the answer was made, where that was not what the agent asked: it explains the answer. */
export function servedFields({ call, step, loose }: Served): Fields {
  const edits = call.edits(step);
  const { sent } = call.body(step);
  return {
    origin: "replayed",
    ...(edits === undefined ? {} : { edits }),
    // Places in the recorded request say nothing of one that only a user's word has made equal.
    ...(isObject(sent) && loose !== BY_HAND ? { sent } : {}),
    extra: { servedFrom: step, ...(loose === undefined ? {} : { loose }) },
  };
}

export function missFields(miss: Miss): Fields {
  const { reason, words, nearest, difference, hint } = miss;
  const told: JsonObject = {
    reason,
    words,
    ...(nearest === undefined ? {} : { nearest: nearest.step }),
    ...(difference === undefined ? {} : { pointer: difference.pointer.slice(0, KEPT) }),
    ...(hint === undefined ? {} : { hint: hint.slice(0, KEPT) }),
  };
  return { origin: "injected", extra: { miss: told } };
}

/** Of an event of a saved replay: the miss it was, as far as the file tells. */
export function savedMiss(body: EventBody): JsonObject | undefined {
  const told = saved(body, "miss");
  return isObject(told) ? told : undefined;
}

/** Of an event of a saved replay: the recorded step that answered it. */
export function servedFrom(body: EventBody): number | undefined {
  return number(saved(body, "servedFrom"));
}

/** Of an event of a saved replay: why what it was answered with was no exact match. */
export function savedLoose(body: EventBody): string | undefined {
  return text(saved(body, "loose"));
}

/** Of the last of its lines that has it: what became of a call may be known only after it was held. */
function saved(body: EventBody, name: string): Json | undefined {
  const lines = body.raw().split("\n");
  return lines
    .map((line) => (line.includes(`"${name}":`) ? field(parse(line), name) : undefined))
    .findLast((value) => value !== undefined);
}
