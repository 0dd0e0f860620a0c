import { rulesOf } from "../../identity/rules.ts";
import type { JsonObject } from "../../json/json.ts";
import { defined } from "../../providers/defined.ts";
import { callStatus } from "../../record/answer/call-status.ts";
import { type EventSink, isPromise, RecordedCalls } from "../../record/recorded-calls.ts";
import type { RunRecorder } from "../../record/run-recorder.ts";
import {
  currentParent,
  type Session,
  type SessionHandler,
  type ToldEvent,
  type WrappedCall,
} from "../../record/session.ts";
import { warnOnce } from "../../record/warnings.ts";
import { callRecord } from "../../record/wrapped/value-record.ts";
import type { Masker } from "../../redact/masker.ts";
import { type Revive, recordedOutcome } from "../../replay/answers/recorded-outcome.ts";
import { callLabel } from "../../replay/calls/call-label.ts";
import { storedCallFields } from "../../replay/calls/stored-call-fields.ts";
import { askedOf } from "../../replay/calls/wrapped-call.ts";
import type { ReplayRules } from "../../replay/replay-rules.ts";
import type { ReplayCall, ReplaySession, Served } from "../../replay/replay-session.ts";
import { divergence, forLibrary, gavePromises } from "../../replay/report/divergence.ts";
import type { Miss } from "../../replay/report/miss.ts";
import type { Secrets } from "../../replay/restore-secrets.ts";
import { missFields } from "../../replay/saved-fields.ts";
import type { EventFields, EventRecord } from "../../trace/write/record.ts";
import { editedCall, editedFields } from "./call-answer.ts";
import { changedArguments } from "./call-arguments.ts";
import type { CallBoundary } from "./call-boundary.ts";
import type { CallPlan } from "./call-plan.ts";
import type { CopiedCalls } from "./copied-calls.ts";

/** What a run keeps of a request is made by the plain rules. */
const RULES = rulesOf();

export interface ForkedCallsOptions {
  readonly plan: CallPlan;
  readonly replay: ReplaySession;
  readonly boundary: CallBoundary;
  readonly copies: CopiedCalls;
  readonly recorder: RunRecorder;
  readonly rules: ReplayRules;
  readonly masker: Masker;
  readonly secrets: Secrets;
  readonly revive: Revive;
  /** `vcr record` made the recording: it keeps calls of models as they were on the wire. */
  readonly byCommand: boolean;
}

/**
 * Answers wrapped functions from a recording below the boundary, and calls them from there on; both go into a new run.
 * What a live call makes inside of itself is live with it. Nodes run: what they call is answered.
 */
export class ForkedCalls implements SessionHandler {
  readonly #session: Session;
  readonly #options: ForkedCallsOptions;
  /** Steps of the new run inside which everything is live. */
  readonly #live = new Set<number>();
  readonly #recorded: RecordedCalls;
  /** Steps of the recording whose edit took hold. */
  readonly #edited = new Set<number>();

  constructor(session: Session, options: ForkedCallsOptions) {
    this.#session = session;
    this.#options = options;
    this.#recorded = new RecordedCalls(session, this.#sink({}));
  }

  /** Steps of the recording with an edit that never took hold. */
  get lapsed(): readonly number[] {
    const { answers, requests } = this.#options.plan;
    return [...answers.keys(), ...requests.keys()].filter((step) => !this.#edited.has(step));
  }

  tell(event: ToldEvent): void {
    this.#recorded.tell(event);
  }

  call(call: WrappedCall): unknown {
    const parent = currentParent();
    if (call.kind === "node" || (parent !== undefined && this.#live.has(parent))) return this.#recorded.call(call);
    const { replay, boundary } = this.#options;
    const asked = askedOf(call, this.#options);
    const served = replay.serve(asked);
    if (served !== undefined) return this.#serve(call, served);
    const rule = boundary.ruleFor(asked.exact);
    if (rule === undefined) return this.#diverged(call, asked);
    if (rule === "after-fresh") this.#warnOfUnknown(asked);
    return this.#goLive(call, asked);
  }

  #serve(made: WrappedCall, { call, step, loose }: Served): unknown {
    const { plan, boundary, copies, secrets, revive } = this.#options;
    const body = call.body(step);
    const edits = plan.answers.get(step);
    const given = edits === undefined ? body : editedCall(body, edits, secrets);
    boundary.served(step);
    const changed = edits && editedFields(made.kind, body, edits);
    const { request, fp, fpv } = callRecord(made, RULES);
    const asked = defined({ request, fp, fpv });
    const copy = copies.copy(step, { parent: currentParent(), asked, loose, changed }) ?? this.#session.cursor;
    const { kind, name, args } = made;
    const status = callStatus(kind, { error: given.error, answer: given.response?.text });
    this.#session.newEvents.push({ step: copy, kind, name, args, status, ...(given.error && { error: given.error }) });
    if (loose !== undefined)
      warnOnce("ReplayDriftWarning", `step ${step} ${callLabel(call)} was served though it is not equal: ${loose}`);
    const { returns = "value" } = storedCallFields(body);
    const outcome = (): unknown => recordedOutcome(given, { step, returns, secrets, revive });
    if (edits === undefined) return outcome();
    this.#edited.add(step);
    return this.#fresh(outcome);
  }

  #goLive(call: WrappedCall, asked: ReplayCall): unknown {
    const edited = this.#editOf(asked);
    if (edited === undefined) return this.#recorded.call({ ...call, invoke: () => this.#fresh(() => call.invoke()) });
    this.#edited.add(edited.step);
    const { set } = edited;
    const sink = this.#sink({ sent: { set: this.#options.masker.value(set) }, edits: ["request"] });
    const invoke = (): unknown => this.#fresh(() => call.invoke(changedArguments(call.args, set)));
    return new RecordedCalls(this.#session, sink).call({ ...call, invoke });
  }

  /** Edited answers are meant to change what is asked; without one it may have drifted in a part of the program that runs beside. */
  #warnOfUnknown(asked: ReplayCall): void {
    const { plan, boundary } = this.#options;
    if (plan.answers.size > 0) return;
    const [step = 0] = boundary.unserved;
    const words = `is not in the recording and runs as a consequence of a live answer, while step ${step} before the fork was not made yet`;
    warnOnce("ReplayDriftWarning", `${callLabel(asked)} ${words}`);
  }

  /** The change for a call that asks what was recorded as a step with one. Each is made once. */
  #editOf({ exact }: ReplayCall): { readonly step: number; readonly set: JsonObject } | undefined {
    const { plan, replay } = this.#options;
    for (const [step, set] of plan.requests) {
      if (this.#edited.has(step)) continue;
      const recorded = replay.recording.calls.find((each) => each.step === step);
      if (recorded?.exact.some((id) => exact.includes(id))) return { step, set };
    }
    return undefined;
  }

  /** From when the program has the answer, or the error, what it asks may come of it. */
  #fresh(answer: () => unknown): unknown {
    const { boundary } = this.#options;
    let given: unknown;
    try {
      given = answer();
    } catch (error) {
      boundary.gaveFresh();
      throw error;
    }
    if (isPromise(given)) return given.then(kept, failed);
    boundary.gaveFresh();
    return given;

    function kept(value: unknown): unknown {
      boundary.gaveFresh();
      return value;
    }
    function failed(error: unknown): never {
      boundary.gaveFresh();
      throw error;
    }
  }

  #diverged(call: WrappedCall, asked: ReplayCall): unknown {
    const { replay, recorder, plan, byCommand } = this.#options;
    const onWire = byCommand && asked.kind === "llm";
    const found = replay.miss(asked);
    const hint = found.difference === undefined && onWire ? ON_WIRE : remedyOf(found, plan.limit);
    const miss: Miss = { ...found, hint };
    const parent = currentParent();
    const told = missFields(miss);
    const extra = { ...told.extra, ...(parent === undefined ? {} : { parent }) };
    const error = { type: "vcr_no_recording", message: miss.words };
    const record: EventRecord = { ...callRecord(call, RULES), ...told, extra, status: "error", error };
    const step = recorder.event(record) ?? this.#session.cursor;
    const failure = divergence(forLibrary(miss), `diverged before the fork at step ${plan.limit}`);
    const { kind, name, args } = call;
    this.#session.newEvents.push({ step, kind, name, args, status: "error", error: failure });
    if (gavePromises(replay.recording, asked.place)) return Promise.reject(failure);
    throw failure;
  }

  /** Writes live calls; `more` is what all of them say. */
  #sink(more: Pick<EventFields, "sent" | "edits">): EventSink {
    const { recorder } = this.#options;
    return {
      event: (record) => recorder.event(record),
      start: (record) => {
        const parent = currentParent();
        const inside = parent !== undefined && this.#live.has(parent);
        const step = recorder.start(record.kind === "node" ? record : { ...record, ...more, origin: "live" });
        if (step !== undefined && (inside || record.kind !== "node")) this.#live.add(step);
        return step;
      },
      end: (step, fields) => recorder.end(step, fields),
    };
  }
}

const ON_WIRE = "vcr record keeps calls of models as they were on the wire: vcr fork serves those";

function remedyOf({ difference, nearest }: Miss, limit: number): string {
  const early = nearest !== undefined && nearest.step < limit ? `at: ${nearest.step} lets it run for real` : undefined;
  const same = difference && `normalize: ["${difference.pointer}"] if that place does not count`;
  const words = [same, early].filter((each) => each !== undefined);
  return words.length > 0 ? words.join("; ") : "the program is not the one that was recorded";
}
