import type { Masker } from "../redact/masker.ts";
import type { ServableCall } from "./calls/servable-call.ts";
import type { AskedCall, Matcher, RecordedCall } from "./matching/matcher.ts";
import { sharesAny } from "./matching/strict-matcher.ts";
import type { Recording } from "./recording.ts";
import type { ReplayRules } from "./replay-rules.ts";
import { explainMiss } from "./report/explain-miss.ts";
import type { Miss } from "./report/miss.ts";
import { whichRule, widened } from "./report/remedy.ts";

/** A call as the session sees it, from the wire or from inside a program. */
export interface ReplayCall extends AskedCall {
  /** Calls with the same one belong to one conversation. */
  readonly lane: string;
  /** Identities of the same request for the answer in the other form, streamed or whole. */
  readonly otherForm: readonly string[];
}

export interface Served {
  readonly type: "served";
  readonly call: ServableCall;
  /** Of the exchange whose answer it gets. */
  readonly step: number;
  /** Why this is a loose match; undefined for an exact one. */
  readonly loose?: string;
  /** The answer has to be re-made: it was recorded streamed and is wanted whole, or the other way round. */
  readonly otherForm?: boolean;
  /** A failure that ended its call: clients are told not to ask again. */
  readonly lasting: boolean;
}

export type Outcome = Served | { readonly type: "missed"; readonly miss: Miss } | { readonly type: "unknown" };

export interface LooseServe {
  readonly step: number;
  readonly call: ServableCall;
  readonly why: string;
}

export interface CountedMiss {
  readonly miss: Miss;
  times: number;
}

/** Why a call was served whatever it asked: somebody has said so. */
export const BY_HAND = "taken as equal by hand";

/** Gives each call of a replay what was recorded for it, and keeps account. */
export class ReplaySession {
  readonly recording: Recording;
  readonly #loose: LooseServe[] = [];
  /** What matchers, which know less of calls, choose among. */
  readonly #servable: ReadonlyMap<RecordedCall, ServableCall>;
  readonly #matcher: Matcher;
  readonly #rules: ReplayRules;
  readonly #replayErrors: boolean;
  readonly #masker: Masker | undefined;
  /** Calls whose answer was cut off by the client: it will ask again. */
  readonly #again = new Set<ServableCall>();
  /** Calls of which failed exchanges have been served, with the number of the next. */
  readonly #under = new Map<ServableCall, number>();
  /** What a conversation got last. */
  readonly #last = new Map<string, ServableCall>();
  readonly #around = new Map<string, number>();
  readonly #misses = new Map<string, CountedMiss>();
  #served = 0;

  constructor(
    recording: Recording,
    how: {
      readonly matcher: Matcher;
      readonly rules: ReplayRules;
      readonly replayErrors?: boolean;
      /** By which what is said of calls is masked. */
      readonly masker?: Masker;
    },
  ) {
    this.recording = recording;
    this.#masker = how.masker;
    this.#servable = new Map(recording.calls.map((call) => [call, call]));
    this.#matcher = how.matcher;
    this.#rules = how.rules;
    this.#replayErrors = how.replayErrors ?? false;
  }

  /** Count of calls that got a recorded answer. */
  get served(): number {
    return this.#served;
  }

  get loose(): readonly LooseServe[] {
    return this.#loose;
  }

  get misses(): readonly CountedMiss[] {
    return [...this.#misses.values()];
  }

  /** Recorded calls that nobody made. One that was asked for with a difference was made, and is a miss already. */
  get neverMade(): readonly ServableCall[] {
    const differing = new Set(this.misses.flatMap(({ miss }) => (miss.reason === "differs" ? miss.nearest?.step : [])));
    return this.recording.calls.filter((call) => !call.served && !differing.has(call.step));
  }

  take(call: ReplayCall): Outcome {
    if (call.kind === "http") return this.#takeAround(call);
    return this.serve(call) ?? { type: "missed", miss: this.miss(call) };
  }

  /** What was recorded for a call, where anything was; a call that gets nothing is no miss yet. */
  serve(call: ReplayCall): Served | undefined {
    const outcome = this.#find(call);
    if (outcome === undefined) {
      this.#last.delete(call.lane);
      return undefined;
    }
    this.#served++;
    this.#last.set(call.lane, outcome.call);
    if (outcome.loose !== undefined) this.#loose.push({ step: outcome.step, call: outcome.call, why: outcome.loose });
    return outcome;
  }

  /** The client went away before it had the answer. */
  cutOff({ call }: Served): void {
    this.#again.add(call);
  }

  #find(call: ReplayCall): Served | undefined {
    const again = sameAs(call, this.#again);
    if (again !== undefined) {
      this.#again.delete(again);
      return this.#give(again, again.step);
    }
    const under = sameAs(call, this.#under.keys());
    if (under !== undefined) return this.#nextExchange(under);
    const match = this.#matcher.take(call, this.recording.calls, Number.POSITIVE_INFINITY);
    const found = match && this.#servable.get(match.event);
    if (match && found) {
      found.served = true;
      return this.#nextExchange(found, match.exact ? undefined : this.#reason(call, found, match.note));
    }
    const last = this.#last.get(call.lane);
    if (last?.failed === true && sharesAny(last.exact, call.exact)) return this.#give(last, last.step);
    return this.#inOtherForm(call);
  }

  #nextExchange(call: ServableCall, loose?: string): Served {
    const at = this.#under.get(call) ?? 0;
    const step = this.#replayErrors ? (call.steps[at] ?? call.step) : call.step;
    if (step === call.step) this.#under.delete(call);
    else this.#under.set(call, at + 1);
    return this.#give(call, step, loose);
  }

  #give(call: ServableCall, step: number, loose?: string): Served {
    const lasting = call.failed && step === call.step;
    return { type: "served", call, step, lasting, ...(loose === undefined ? {} : { loose }) };
  }

  #inOtherForm(call: ReplayCall): Served | undefined {
    if (call.otherForm.length === 0) return undefined;
    const match = this.#matcher.take(
      { ...plainOf(call), exact: call.otherForm, wide: [] },
      this.recording.calls,
      Number.POSITIVE_INFINITY,
    );
    const found = match?.exact === true ? this.#servable.get(match.event) : undefined;
    if (found === undefined || found.body().response?.json === undefined) return undefined;
    found.served = true;
    return { ...this.#give(found, found.step, "asked for in the other form, streamed or whole"), otherForm: true };
  }

  #takeAround(call: ReplayCall): Outcome {
    const id = call.exact.find((each) => this.recording.around.has(each));
    const recorded = id === undefined ? undefined : this.recording.around.get(id);
    if (id === undefined || recorded === undefined) return { type: "unknown" };
    const at = Math.min(this.#around.get(id) ?? 0, recorded.length - 1);
    this.#around.set(id, at + 1);
    const found = recorded[at];
    return found === undefined
      ? { type: "unknown" }
      : { type: "served", call: found, step: found.step, lasting: false };
  }

  /** Which flag made it one, where a flag did. */
  #reason(call: ReplayCall, recorded: ServableCall, note: string | undefined): string {
    const { plain, wide } = this.#rules;
    if (wide === undefined || !sharesAny(call.wide, recorded.wide)) return note ?? "not equal";
    const rule = whichRule((options) => {
      const by = widened(plain, options);
      return call.identity(by) === recorded.identity(by);
    }, wide);
    return rule?.flag ?? "--ignore";
  }

  /** Why nothing recorded answers a call; not accounted for. */
  explain(call: ReplayCall): Miss {
    const { calls, unanswered } = this.recording;
    const how = { matcher: this.#matcher, rules: this.#rules.plain, masker: this.#masker };
    return explainMiss(call, { calls, unanswered, ...how });
  }

  /** A call gets the answer of a step by a user's word, whatever it asks: a loose serve. Undefined: the step holds none. */
  treatAsEqual(call: ReplayCall, step: number): Served | undefined {
    const found = this.recording.calls.find(({ steps }) => steps.includes(step));
    if (found === undefined) return undefined;
    found.served = true;
    this.#served++;
    this.#last.set(call.lane, found);
    this.#loose.push({ step, call: found, why: BY_HAND });
    return this.#give(found, step, BY_HAND);
  }

  /** Accounts for a call that nothing recorded answers. */
  miss(call: ReplayCall): Miss {
    const key = call.exact.join(" ");
    const known = this.#misses.get(key);
    if (known !== undefined) {
      known.times++;
      return known.miss;
    }
    const miss = this.explain(call);
    this.#misses.set(key, { miss, times: 1 });
    return miss;
  }
}

function sameAs(call: ReplayCall, calls: Iterable<ServableCall>): ServableCall | undefined {
  for (const each of calls) if (sharesAny(each.exact, call.exact)) return each;
  return undefined;
}

/** A copy that a matcher may look at: getters stay getters. */
function plainOf(call: ReplayCall): AskedCall {
  return {
    kind: call.kind,
    name: call.name,
    op: call.op,
    place: call.place,
    exact: call.exact,
    wide: call.wide,
    request: call.request,
    get sketch() {
      return call.sketch;
    },
    identity: (rules) => call.identity(rules),
  };
}
