import type { Json } from "../json/json.ts";
import { VcrError } from "../trace/errors.ts";
import type { Headers } from "../trace/event.ts";
import type { MissReason } from "./report/miss.ts";

/** A call of a replay that nothing recorded answers. */
export class DivergenceError extends VcrError {
  override readonly name = "DivergenceError";
  /** Of the recorded call it is most like; undefined where there is none. */
  readonly step: number | undefined;
  readonly reason: MissReason;
  /** What was recorded and what was asked at `pointer`. */
  readonly expected: Json | undefined;
  readonly got: Json | undefined;
  /** JSON pointer of the first place that differs. */
  readonly pointer: string | undefined;
  /** Both values as a unified diff; "" where nothing is to be compared. */
  readonly diff: string;

  constructor(
    message: string,
    details: Pick<DivergenceError, "step" | "reason" | "expected" | "got" | "pointer" | "diff" | "hint">,
  ) {
    super(message, { code: "diverged", hint: details.hint });
    this.step = details.step;
    this.reason = details.reason;
    this.expected = details.expected;
    this.got = details.got;
    this.pointer = details.pointer;
    this.diff = details.diff;
  }
}

export interface ReplayedErrorDetails {
  readonly originalName: string;
  readonly originalMessage: string;
  readonly step: number;
  readonly status?: number | undefined;
  readonly headers?: Headers | undefined;
  readonly body?: Json | undefined;
}

/** What a recorded call threw, thrown again. */
export class ReplayedError extends VcrError {
  override readonly name = "ReplayedError";
  readonly originalName: string;
  readonly originalMessage: string;
  readonly step: number;
  /** HTTP status, headers and body, where the original error had them. */
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  readonly body: Json | undefined;

  constructor(details: ReplayedErrorDetails) {
    super(`${details.originalName}: ${details.originalMessage}`, {
      code: "replayed-error",
      hint: "replay with `revive` throws instances of the original classes",
    });
    this.originalName = details.originalName;
    this.originalMessage = details.originalMessage;
    this.step = details.step;
    this.status = details.status;
    this.headers = details.headers;
    this.body = details.body;
  }
}

/** A script has no item for this call. */
export class ScriptExhausted extends VcrError {
  override readonly name = "ScriptExhausted";

  constructor(length: number) {
    super(`the script has ${length} item(s) and was called once more`, {
      code: "script-exhausted",
      hint: "add an item for this call",
    });
  }
}

/** Something was called for real that must not be. */
export class LiveCallDuringReplay extends VcrError {
  override readonly name = "LiveCallDuringReplay";

  constructor(label: string) {
    super(`${label} was called for real`, {
      code: "live-call",
      hint: "wrap it with llm, tool or memory, so that its answer is recorded and replayed",
    });
  }
}

/** Recorded calls that the replayed program never made. */
export class UnconsumedEventsError extends VcrError {
  override readonly name = "UnconsumedEventsError";
  readonly steps: readonly number[];

  constructor(labels: readonly string[], steps: readonly number[]) {
    const shown = labels.slice(0, 5).join("; ");
    super(`${steps.length} recorded call(s) were never made: ${shown}${steps.length > 5 ? "; ..." : ""}`, {
      code: "unconsumed-events",
      hint: "requireAll: false makes this a warning",
    });
    this.steps = steps;
  }
}
