import { AnswerBook, type AnswerPlace, type GivenAnswer } from "../../src/fork/answer-book.ts";
import { Boundary, type PastCall } from "../../src/fork/boundary.ts";
import { forkMatcher } from "../../src/fork/fork-matcher.ts";
import type { AskedCall, RecordedCall } from "../../src/replay/matching/matcher.ts";

/**
 * Agents that hold up to four conversations at once, recorded in one order and forked in another. A conversation is a list of
 * texts, alternately of the user and of the model; some conversations are equal to the word, and answers are often the same words.
 */
interface Simulated {
  /** What went wrong, in words. */
  readonly wrong: string | undefined;
  /** A request below the limit was changed, and it was stopped. */
  readonly drifted: boolean;
  readonly stopped: boolean;
}

interface Talk {
  readonly asks: readonly string[];
  readonly answers: readonly string[];
}

interface Recorded {
  readonly calls: readonly RecordedCall[];
  readonly answers: ReadonlyMap<number, string>;
  readonly past: readonly PastCall[];
}

export function simulate(seed: number): Simulated {
  const random = generator(seed);
  const talks = talksOf(random);
  const recorded = recordedOf(talks, random);
  const limit = Math.floor(random() * (recorded.calls.length + 1));
  const talk = Math.floor(random() * talks.length);
  const turn = Math.floor(random() * (talks[talk]?.asks.length ?? 1));
  const drift = random() < 0.7 ? { talk, turn } : undefined;
  return forked(talks, { recorded, limit, drift, random });
}

function talksOf(random: () => number): readonly Talk[] {
  const talks: Talk[] = [];
  const count = 1 + Math.floor(random() * 4);
  for (let i = 0; i < count; i++) {
    const twin = talks[Math.floor(random() * talks.length)];
    if (twin !== undefined && random() < 0.3) talks.push(twin);
    else {
      const turns = 1 + Math.floor(random() * 4);
      const asks = Array.from({ length: turns }, (_, n) => (n > 0 && random() < 0.5 ? "go on" : `ask ${i}.${n}`));
      talks.push({ asks, answers: asks.map(() => (random() < 0.5 ? "OK" : `answer ${Math.floor(random() * 9)}`)) });
    }
  }
  return talks;
}

/** The calls in the order of a random interleaving. */
function recordedOf(talks: readonly Talk[], random: () => number): Recorded {
  const book = new AnswerBook();
  const calls: RecordedCall[] = [];
  const past: PastCall[] = [];
  const answers = new Map<number, string>();
  interleave(talks, random, (talk, turn) => {
    const step = calls.length;
    const said = history(talk, turn);
    calls.push({ ...asked(said), step, at: undefined, end: undefined, failed: false, served: false });
    const held = placesIn(said).flatMap((place) => [
      book.at(place).flatMap((from) => (from === "fresh" ? [] : [from])),
    ]);
    past.push({ step, exact: [said.join("|")], follows: held.at(-1) ?? [] });
    answers.set(step, talk.answers[turn] ?? "");
    book.add(given(said, talk.answers[turn] ?? ""), step);
  });
  return { calls, past, answers };
}

function forked(
  talks: readonly Talk[],
  how: {
    readonly recorded: Recorded;
    readonly limit: number;
    readonly drift: { readonly talk: number; readonly turn: number } | undefined;
    readonly random: () => number;
  },
): Simulated {
  const { recorded, limit, drift, random } = how;
  const { calls, past, answers } = recorded;
  const matcher = forkMatcher(limit);
  const boundary = new Boundary(past, limit);
  const said = talks.map((): string[] => []);
  const over = new Set<number>();
  let fresh = 0;
  let wrong: string | undefined;
  let [drifted, stopped] = [false, false];
  interleave(talks, random, (talk, turn, n) => {
    if (over.has(n)) return;
    const mine = said[n] ?? [];
    mine.push(talk.asks[turn] ?? "");
    const wouldBeServed = matcher.take(asked(mine), calls, Number.POSITIVE_INFINITY) !== null;
    if (drift?.talk === n && drift.turn === turn && wouldBeServed) {
      drifted = true;
      mine[mine.length - 1] += " (changed)";
    }
    const match = matcher.take(asked(mine), calls, Number.POSITIVE_INFINITY);
    if (match) {
      match.event.served = true;
      const { step } = match.event;
      boundary.served(step);
      if (step >= limit || step !== firstEqual(calls, mine, step)) wrong ??= `step ${step} served`;
      boundary.answered(given(mine, answers.get(step) ?? ""), step);
      mine.push(answers.get(step) ?? "");
      return;
    }
    const verdict = boundary.decide({ exact: [mine.join("|")], places: placesIn(mine) });
    const isDrift = mine.at(-1)?.endsWith("(changed)") === true;
    if (isDrift) {
      stopped = verdict.type === "diverged";
      over.add(n);
      return;
    }
    // The twin of a stopped conversation may wait for what that one never asked: nothing is said of it.
    if (verdict.type === "diverged") {
      if (!drifted) wrong ??= `${mine.join("|")} stopped`;
      over.add(n);
      return;
    }
    const answer = `live ${fresh++}`;
    boundary.answered(given(mine, answer), "fresh");
    mine.push(answer);
  });
  if (!drifted && calls.some((call) => call.step < limit && !call.served)) wrong ??= "not all was served";
  return { wrong, drifted, stopped };
}

function firstEqual(calls: readonly RecordedCall[], said: readonly string[], step: number): number {
  const id = said.join("|");
  return calls.find((call) => call.exact.includes(id) && (!call.served || call.step === step))?.step ?? -1;
}

/** All turns of all conversations, each conversation in its order, otherwise by chance. */
function interleave(
  talks: readonly Talk[],
  random: () => number,
  take: (talk: Talk, turn: number, n: number) => void,
): void {
  const next = talks.map(() => 0);
  for (;;) {
    const open = talks.flatMap((talk, n) => ((next[n] ?? 0) < talk.asks.length ? [n] : []));
    const n = open[Math.floor(random() * open.length)];
    const talk = n === undefined ? undefined : talks[n];
    if (n === undefined || talk === undefined) return;
    take(talk, next[n] ?? 0, n);
    next[n] = (next[n] ?? 0) + 1;
  }
}

/** What request `turn` says: asks and answers up to its own. */
function history({ asks, answers }: Talk, turn: number): string[] {
  return asks.slice(0, turn + 1).flatMap((ask, i) => (i < turn ? [ask, answers[i] ?? ""] : [ask]));
}

function placesIn(said: readonly string[]): readonly AnswerPlace[] {
  return said.flatMap((text, i) => (i % 2 === 1 ? [given(said.slice(0, i), text)] : []));
}

function given(said: readonly string[], answer: string): GivenAnswer {
  return { keys: [`text ${answer}`], history: said.join("|"), before: said.at(-1) ?? "" };
}

function asked(said: readonly string[]): AskedCall {
  return {
    kind: "llm",
    name: "model",
    op: "openai/chat",
    place: "llm openai/chat",
    exact: [said.join("|")],
    wide: [],
    request: undefined,
    sketch: { form: "text", text: "" },
    identity: () => said.join("|"),
  };
}

/** Numbers in 0..1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
