import type { Dialect } from "../providers/dialect.ts";
import { dialectById } from "../providers/registry.ts";
import type { RecordedCall } from "../replay/matching/matcher.ts";
import type { Recording } from "../replay/recording.ts";
import type { RequestBody } from "../trace/event.ts";
import { AnswerBook } from "./answer-book.ts";
import type { PastCall } from "./boundary.ts";
import { serverState } from "./server-state.ts";
import { givenAnswer, RecordedSpeech } from "./spoken.ts";

/** A recording as the boundary of a fork sees it. */
export interface RecordedPast {
  readonly calls: readonly PastCall[];
  /** Step of the first call whose request holds the answer of `step`. */
  firstHolder(step: number): number | undefined;
  /** Calls that go on from what the provider remembers, and the field of the request that says so. */
  readonly states: readonly { readonly step: number; readonly field: string }[];
}

/** Calls that nobody answered cannot be served: they lie beyond any limit. */
const BEYOND = Number.POSITIVE_INFINITY;

export function recordedPast(recording: Recording): RecordedPast {
  const steps = recordedPastSteps(recording);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, call by call: each yields how far it is, from 0 to 1. */
export function* recordedPastSteps({ calls, unanswered }: Recording): Generator<number, RecordedPast, undefined> {
  const book = new AnswerBook();
  const holders = new Map<number, number>();
  const states: { step: number; field: string }[] = [];
  const past: PastCall[] = unanswered.map((call) => pastCall(call, { step: BEYOND, follows: [] }));
  const speech = new RecordedSpeech();
  const noteState = (call: RecordedCall, request?: RequestBody): void => {
    // Such fields stand beside the conversation, which is the heavy part.
    const name = call.kind === "llm" ? serverState(request?.repeated?.frame ?? call.request) : undefined;
    if (name !== undefined) states.push({ step: call.step, field: name });
  };
  for (const call of calls) {
    const { request, response } = call.body();
    noteState(call, request);
    const dialect = dialectOfCall(call);
    const spoken = speech.of(call, request, dialect);
    const held = spoken.places.flatMap((place) => {
      const found = book.at(place).filter((from) => from !== "fresh");
      return found.length === 0 ? [] : [found];
    });
    for (const step of held.flat()) if (!holders.has(step)) holders.set(step, call.step);
    past.push(pastCall(call, { step: call.step, follows: held.at(-1) ?? [] }));
    if (!call.failed) book.add(givenAnswer(spoken, response?.json, dialect), call.step);
    yield past.length / (calls.length + unanswered.length);
  }
  for (const call of unanswered) noteState(call);
  return { calls: past, firstHolder: (step) => holders.get(step), states };
}

/** A tool is called because of an answer, but the conversation does not go on with it. */
function pastCall({ kind, exact }: RecordedCall, at: Omit<PastCall, "exact">): PastCall {
  return { ...at, exact, follows: kind === "llm" ? at.follows : [] };
}

function dialectOfCall({ op }: RecordedCall): Dialect | undefined {
  return op === undefined ? undefined : dialectById(op);
}
