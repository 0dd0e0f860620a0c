import { callStatus } from "../record/answer/call-status.ts";
import {
  insideCall,
  type Session,
  type SessionEvent,
  type SessionHandler,
  type ToldEvent,
  type WrappedCall,
} from "../record/session.ts";
import { warnOnce } from "../record/warnings.ts";
import { toldRecord } from "../record/wrapped/value-record.ts";
import type { Masker } from "../redact/masker.ts";
import { type Revive, recordedOutcome } from "./answers/recorded-outcome.ts";
import { callLabel } from "./calls/call-label.ts";
import { storedCallFields } from "./calls/stored-call-fields.ts";
import { askedOf } from "./calls/wrapped-call.ts";
import type { ReplayRules } from "./replay-rules.ts";
import type { ReplayCall, ReplaySession, Served } from "./replay-session.ts";
import { divergence, forLibrary, gavePromises } from "./report/divergence.ts";
import type { Miss } from "./report/miss.ts";
import type { Secrets } from "./restore-secrets.ts";

/** Stops calls before they are answered. */
export interface CallBreaks {
  /**
   * A call is about to be answered; its caller is on the stack. Undefined: it is answered now. A promise: when that
   * resolves, with what it gives instead of the recorded answer. Rejects where the call is to fail.
   */
  at(call: CallToBreak): Promise<{ readonly instead?: unknown }> | undefined;
}

export interface CallToBreak {
  readonly step: number;
  /** For people. */
  readonly label: string;
  /** It gives a promise: only then can it be kept waiting. */
  readonly promised: boolean;
}

export interface ReplayedCallsOptions {
  readonly replay: ReplaySession;
  readonly rules: ReplayRules;
  readonly masker: Masker;
  readonly secrets: Secrets;
  readonly revive: Revive;
  /** Of the matcher. */
  readonly matcher: string;
  /** What is said of a call without a recording. @default it has none */
  readonly missWords?: string | undefined;
  readonly breaks?: CallBreaks | undefined;
  /** The program was started by `vcr replay`: what is hinted at are its flags. @default options of the library */
  readonly byFlags?: boolean;
  onStep?(event: SessionEvent): void;
  /** What becomes of a call without a recording that may be none of this recording's; undefined: it is a miss. */
  unserved?(call: WrappedCall, asked: ReplayCall): (() => unknown) | undefined;
  /** A call without a recording gets this as its result, instead of a DivergenceError. */
  missResult?(miss: Miss): unknown;
  onServed?(call: WrappedCall, served: Served): void;
  onMiss?(call: WrappedCall, miss: Miss): void;
}

/** Answers wrapped functions from a recording; they themselves are not called. Nodes run: what they call is answered. */
export class ReplayedCalls implements SessionHandler {
  readonly #session: Session;
  readonly #options: ReplayedCallsOptions;

  constructor(session: Session, options: ReplayedCallsOptions) {
    this.#session = session;
    this.#options = options;
  }

  tell(event: ToldEvent): void {
    const { status = "ok" } = toldRecord(event, this.#options.rules.plain);
    this.#took({ step: this.#session.cursor, status, ...event });
  }

  call(call: WrappedCall): unknown {
    const { kind, name, args } = call;
    if (kind === "node") {
      const step = this.#session.cursor;
      this.#took({ step, kind, name, args, status: "ok" });
      return insideCall(this.#session, step, () => call.invoke());
    }
    const asked = askedOf(call, this.#options);
    const { replay } = this.#options;
    const served = replay.serve(asked);
    if (served !== undefined) {
      this.#options.onServed?.(call, served);
      return this.#answer(call, served);
    }
    const otherwise = this.#options.unserved?.(call, asked);
    if (otherwise !== undefined) return otherwise();
    const miss = replay.miss(asked);
    this.#options.onMiss?.(call, miss);
    const promised = gavePromises(this.#options.replay.recording, asked.place);
    if (this.#options.missResult) {
      const result = this.#options.missResult(miss);
      return promised ? Promise.resolve(result) : result;
    }
    const error = divergence(this.#options.byFlags ? miss : forLibrary(miss), this.#options.missWords);
    if (promised) return Promise.reject(error);
    throw error;
  }

  #answer({ kind, name, args }: WrappedCall, served: Served): unknown {
    const { call, step, loose } = served;
    const body = call.body(step);
    const { returns = "value" } = storedCallFields(body);
    const status = callStatus(kind, { error: body.error, answer: body.response?.text });
    this.#took({ step, kind, name, args, status, ...(body.error && { error: body.error }) });
    if (loose !== undefined) this.#warn(callLabel(call), step, loose);
    const { secrets, revive, breaks } = this.#options;
    const outcome = (): unknown => recordedOutcome(body, { step, returns, secrets, revive });
    const held = breaks?.at({ step, label: callLabel(call), promised: returns.startsWith("promise-") });
    return held === undefined ? outcome() : held.then((end) => ("instead" in end ? end.instead : outcome()));
  }

  #warn(label: string, step: number, why: string): void {
    const name = this.#options.matcher === "fuzzy" ? "FuzzyMatchWarning" : "ReplayDriftWarning";
    warnOnce(name, `step ${step} ${label} was served though it is not equal: ${why}`);
  }

  #took(event: SessionEvent): void {
    this.#session.newEvents.push(event);
    this.#options.onStep?.(event);
  }
}
