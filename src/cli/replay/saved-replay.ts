import type { LivePart } from "../../gateway/replaying/live-calls.ts";
import { type JsonObject, number } from "../../json/json.ts";
import { defined } from "../../providers/defined.ts";
import type { Masker } from "../../redact/masker.ts";
import { callLabel } from "../../replay/calls/call-label.ts";
import type { ServableCall } from "../../replay/calls/servable-call.ts";
import { StoredCall } from "../../replay/calls/stored-call.ts";
import { type Recording, recordingOf } from "../../replay/recording.ts";
import { replayRules } from "../../replay/replay-rules.ts";
import { savedLoose, savedMiss, servedFrom } from "../../replay/saved-fields.ts";
import type { Run } from "../../run/run.ts";
import type { StepName } from "../../trace/event.ts";
import { type ExplainedMiss, explainedMiss } from "./explained-miss.ts";
import { isFree, liveTag } from "./free-calls.ts";

/** A call of a saved replay that was answered by something weaker than an equal request. */
export interface LooseCall {
  /** In the replay. */
  readonly step: StepName;
  /** In the recording. */
  readonly recorded: number | undefined;
  readonly call: string;
  readonly why: string;
}

/** What of a saved replay was not as recorded. Steps that are asked for may be those of the recording: the report names these. */
export class SavedReplay {
  readonly #saved: Run;
  readonly #masker: Masker;
  readonly #recording: Recording;
  readonly #loose: LooseCall[] = [];
  /** Recorded steps from which a call differed that came in their stead. */
  readonly #differing = new Set<number>();

  constructor(saved: Run, parent: Run, masker: Masker) {
    this.#saved = saved;
    this.#masker = masker;
    const [wire, inside] = [
      recordingOf(parent, replayRules({}), "wire"),
      recordingOf(parent, replayRules({}), "inside"),
    ];
    const calls = [...wire.calls, ...inside.calls].sort((a, b) => a.step - b.step);
    this.#recording = { calls, around: wire.around, unanswered: [...wire.unanswered, ...inside.unanswered] };
  }

  has(step: string): boolean {
    for (let i = 0; i < this.#saved.length; i++) if (this.#saved.row(i).step === step) return true;
    return this.#recording.calls.some((call) => String(call.step) === step);
  }

  /** In the order of the replay; what comes after is complete when all have been taken. */
  *misses(step: string | undefined): Generator<ExplainedMiss> {
    const [saved, recording, masker] = [this.#saved, this.#recording, this.#masker];
    for (let i = 0; i < saved.length; i++) {
      const body = saved.body(i);
      this.#markServed(i);
      const miss = savedMiss(body);
      if (miss === undefined) continue;
      const nearest = number(miss.nearest);
      if (miss.reason === "differs" && nearest !== undefined) this.#differing.add(nearest);
      if (step !== undefined && saved.row(i).step !== step && String(nearest) !== step) continue;
      yield explainedMiss(saved, i, { recording, masker });
    }
  }

  loose(step: string | undefined): readonly LooseCall[] {
    return this.#loose.filter((each) => step === undefined || each.step === step || String(each.recorded) === step);
  }

  neverMade(step: string | undefined): readonly ServableCall[] {
    const tags = this.#saved.header.tags ?? [];
    const live = LIVE.find((part) => tags.includes(liveTag(part)));
    return this.#recording.calls.filter(
      (call) =>
        !call.served &&
        !this.#differing.has(call.step) &&
        !isFree(call, live) &&
        (step === undefined || String(call.step) === step),
    );
  }

  #markServed(i: number): void {
    const [row, body] = [this.#saved.row(i), this.#saved.body(i)];
    const recorded = servedFrom(body);
    const call = this.#recording.calls.find(({ steps }) => recorded !== undefined && steps.includes(recorded));
    if (call !== undefined) call.served = true;
    const why = savedLoose(body);
    if (why === undefined) return;
    this.#loose.push({ step: row.step, recorded, call: callLabel(new StoredCall(this.#saved, row, body)), why });
  }
}

const LIVE: readonly LivePart[] = ["llm", "tools"];

export function looseLine({ step, recorded, call, why }: LooseCall): string {
  const named = recorded === undefined ? "" : ` (recorded step ${recorded})`;
  return `loose: step ${step} of the replay${named} ${call}, ${why}`;
}

export function looseJson({ step, recorded, call, why }: LooseCall): JsonObject {
  return { step, call, why, ...defined({ recordedStep: recorded }) };
}

export function neverMadeLine(call: ServableCall): string {
  return `never made: step ${call.step} ${callLabel(call)}`;
}

export function neverMadeJson(call: ServableCall): JsonObject {
  return { step: call.step, call: callLabel(call) };
}
