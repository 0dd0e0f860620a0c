import type { Dialect } from "../providers/dialect.ts";
import { dialectById } from "../providers/registry.ts";
import type { RecordedCall } from "../replay/matcher.ts";
import type { Recording } from "../replay/recording.ts";
import { AnswerBook } from "./answer-book.ts";
import type { PastCall } from "./boundary.ts";
import { serverState } from "./server-state.ts";
import { givenAnswer, spokenIn } from "./spoken.ts";

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
  const noteState = (call: RecordedCall): void => {
    const name = call.kind === "llm" ? serverState(call.request) : undefined;
    if (name !== undefined) states.push({ step: call.step, field: name });
  };
  for (const call of calls) {
    noteState(call);
    const dialect = dialectOfCall(call);
    const spoken = spokenIn(call, dialect);
    const held = spoken.places.flatMap((place) => {
      const found = book.at(place).filter((from) => from !== "fresh");
      return found.length === 0 ? [] : [found];
    });
    for (const step of held.flat()) if (!holders.has(step)) holders.set(step, call.step);
    past.push(pastCall(call, { step: call.step, follows: held.at(-1) ?? [] }));
    if (!call.failed) book.add(givenAnswer(spoken, call.body().response?.json, dialect), call.step);
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
