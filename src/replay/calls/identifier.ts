import { Continuations, goesOnFromAnswers } from "../../identity/continuations.ts";
import { Fingerprints, type RequestToIdentify } from "../../identity/fingerprint.ts";
import type { Rules } from "../../identity/rules.ts";
import type { Json } from "../../json/json.ts";

/** Identities of the requests of one run by one set of rules, with what they continue on the vendor's side. */
export class Identifier {
  readonly #fingerprints: Fingerprints;
  readonly #continuations = new Continuations();

  constructor(rules: Rules) {
    this.#fingerprints = new Fingerprints(rules);
  }

  of(request: RequestToIdentify): string {
    const frame = request.body?.repeated?.frame ?? request.body?.json;
    const previous = goesOnFromAnswers(request.op) ? this.#continuations.previous(frame) : undefined;
    return this.#fingerprints.of({ ...request, previous });
  }

  /** The answer that a request got, folded where it was a stream; later requests may name it. */
  answered(request: RequestToIdentify, answer: () => Json | undefined): void {
    if (!goesOnFromAnswers(request.op)) return;
    const frame = request.body?.repeated?.frame ?? request.body?.json;
    this.#continuations.answered(this.of(request), frame, answer());
  }
}
