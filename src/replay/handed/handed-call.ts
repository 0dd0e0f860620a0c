import { callFingerprint } from "../../identity/event-fingerprint.ts";
import { type Rules, rulesOf } from "../../identity/rules.ts";
import type { Json } from "../../json/json.ts";
import { ordered } from "../../json/tagged-value.ts";
import type { EventBody, Kind } from "../../trace/event.ts";
import type { ServableCall } from "../calls/servable-call.ts";
import { type RequestSketch, requestSketch } from "../matching/call-similarity.ts";
import { placeOfCall } from "../matching/place-of-call.ts";

export interface HandedFields {
  readonly kind: Kind;
  readonly name: string;
  readonly step: number;
  readonly at: number | undefined;
  readonly end: number | undefined;
  /** The time once it is answered, where the program lives by the recording's clock. */
  readonly clock: number | undefined;
  readonly exact: readonly string[];
  readonly wide: readonly string[];
  readonly request: Json | undefined;
  readonly body: EventBody;
}

/** A recorded call of a wrapped function, all of it in memory. */
export class HandedCall implements ServableCall {
  readonly kind: Kind;
  readonly name: string;
  readonly op = undefined;
  readonly place: string;
  readonly step: number;
  readonly steps: readonly number[];
  readonly at: number | undefined;
  readonly end: number | undefined;
  readonly clock: number | undefined;
  readonly durationMs = undefined;
  readonly exact: readonly string[];
  readonly wide: readonly string[];
  readonly request: Json | undefined;
  readonly failed = false;
  served = false;
  readonly #body: EventBody;

  constructor(fields: HandedFields) {
    this.kind = fields.kind;
    this.name = fields.name;
    this.step = fields.step;
    this.steps = [fields.step];
    this.at = fields.at;
    this.end = fields.end;
    this.clock = fields.clock;
    this.exact = fields.exact;
    this.wide = fields.wide;
    this.request = fields.request;
    this.place = placeOfCall(this);
    this.#body = fields.body;
  }

  get sketch(): RequestSketch {
    return requestSketch(this.request, { dialect: undefined, rules: rulesOf() });
  }

  body(): EventBody {
    return this.#body;
  }

  edits(): undefined {
    return undefined;
  }

  identity(rules: Rules): string {
    const { kind, name, request } = this;
    return callFingerprint(kind, name, request === undefined ? undefined : ordered(request), rules);
  }
}
