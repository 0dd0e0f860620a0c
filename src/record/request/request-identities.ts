import { hash } from "node:crypto";
import { Continuations, goesOnFromAnswers } from "../../identity/continuations.ts";
import { Fingerprints } from "../../identity/fingerprint.ts";
import { rulesOf } from "../../identity/rules.ts";
import type { Json } from "../../json/json.ts";
import { headerOf } from "../masked/kept-headers.ts";
import { PutOff } from "../put-off.ts";
import { Retries } from "../retries.ts";
import type { Asked, ReadRequest } from "./asked.ts";
import type { KnownRequest } from "./known-request.ts";
import { splitBody } from "./split-request.ts";

/** What a request came to. */
export interface Outcome {
  readonly status: number | undefined;
  readonly answer: Json | undefined;
  readonly aborted: boolean;
}

/**
 * Tells the requests of a run from each other. Identities take longer than anything else that is known of a request, and few calls need theirs:
 * they are worked out when somebody asks, or when the request has been answered where others may go on from that.
 */
export class RequestIdentities {
  readonly #fingerprints = new Fingerprints(rulesOf());
  readonly #continuations = new Continuations();
  readonly #retries = new Retries();
  readonly #putOff: PutOff;

  /** `failed` hears of what could not be worked out in time. */
  constructor(failed: (error: unknown) => void) {
    this.#putOff = new PutOff(failed);
  }

  know(asked: Asked, read: ReadRequest): KnownRequest {
    this.#putOff.settle();
    const previous = goesOnFromAnswers(read.call.op) ? this.#continuations.previous(read.split?.frame) : undefined;
    return new IdentifiedRequest(asked, read, {
      identify: () => this.#identify(asked, read, previous),
      repeats: (request) => this.#retries.repeats(request, request.again),
    });
  }

  /** It goes out as step `seq`. */
  begun(known: KnownRequest, seq: number): void {
    this.#retries.begin(known, seq);
  }

  /** Calls that come after this one may build on its answer. */
  answered(known: KnownRequest, outcome: Outcome): void {
    this.#putOff.add(() => {
      this.#retries.end(known, outcome);
      const { split, call } = known.read;
      const fp = goesOnFromAnswers(call.op) ? known.fp : undefined;
      if (fp !== undefined) this.#continuations.answered(fp, split?.frame, outcome.answer);
    });
  }

  /** Undefined for what goes on around calls. */
  #identify(asked: Asked, read: ReadRequest, previous: string | undefined): string | undefined {
    if (read.call.kind === "http") return undefined;
    const { split, bytes, call } = read;
    return this.#fingerprints.of({
      op: call.op,
      method: asked.method,
      path: asked.path,
      body: split ? splitBody(split) : bytes.length > 0 ? { bytes } : undefined,
      ...(previous === undefined ? {} : { previous }),
    });
  }
}

class IdentifiedRequest implements KnownRequest {
  readonly asked: Asked;
  readonly read: ReadRequest;
  readonly again: boolean;
  readonly retryOf: number | undefined;
  readonly #identify: () => string | undefined;
  #fp: { readonly value: string | undefined } | undefined;
  #key: string | undefined;

  constructor(
    asked: Asked,
    read: ReadRequest,
    how: { identify(): string | undefined; repeats(request: IdentifiedRequest): number | undefined },
  ) {
    this.asked = asked;
    this.read = read;
    this.#identify = how.identify;
    this.again = Number(headerOf(asked.headers, "x-stainless-retry-count") ?? 0) > 0;
    this.retryOf = how.repeats(this);
  }

  get fp(): string | undefined {
    this.#fp ??= { value: this.#identify() };
    return this.#fp.value;
  }

  get key(): string {
    const { method, path, body } = this.asked;
    this.#key ??= this.fp ?? `${method} ${path} ${hash("sha1", body)}`;
    return this.#key;
  }
}
