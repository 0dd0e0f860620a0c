import { givenFingerprint } from "../../identity/event-fingerprint.ts";
import { type Rules, rulesOf } from "../../identity/rules.ts";
import { type Json, parse } from "../../json/json.ts";
import { isJson } from "../../json/tagged-value.ts";
import type { WrappedCall } from "../../record/session.ts";
import { jsonOf, standsForItself } from "../../record/wrapped/value-record.ts";
import type { Masker } from "../../redact/masker.ts";
import type { Kind } from "../../trace/event.ts";
import { type RequestSketch, requestSketch } from "../matching/call-similarity.ts";
import type { RecordedCall } from "../matching/matcher.ts";
import { placeOfCall } from "../matching/place-of-call.ts";
import type { ReplayRules } from "../replay-rules.ts";
import type { ReplayCall } from "../replay-session.ts";

interface Reading {
  readonly rules: ReplayRules;
  readonly masker: Masker;
}

/** A call of a wrapped function as something to be found among recorded ones. */
export function askedOf({ kind, name, args }: WrappedCall, how: Reading): ReplayCall {
  const given = standsForItself(args) ? args[0] : args;
  const json = isJson(given) ? given : jsonOf(given, { kind, name });
  // The text is taken now: its caller may change what it gave.
  return new AskedInside({ kind, name, text: JSON.stringify(json) }, how);
}

/** Most calls are what was recorded to the letter: what else tells them is worked out when it is asked for. */
class AskedInside implements ReplayCall {
  readonly kind: Kind;
  readonly name: string;
  readonly op = undefined;
  readonly place: string;
  readonly otherForm: readonly string[] = [];
  readonly #text: string;
  readonly #how: Reading;
  #masked: string | undefined;
  #exact: readonly string[] | undefined;
  #wide: readonly string[] | undefined;

  constructor(call: { readonly kind: Kind; readonly name: string; readonly text: string }, how: Reading) {
    this.kind = call.kind;
    this.name = call.name;
    this.place = placeOfCall({ kind: call.kind, name: call.name, op: undefined });
    this.#text = call.text;
    this.#how = how;
  }

  get lane(): string {
    return this.place;
  }

  get exact(): readonly string[] {
    this.#exact ??= this.#identities(this.#how.rules.plain);
    return this.#exact;
  }

  get wide(): readonly string[] {
    const { wide } = this.#how.rules;
    this.#wide ??= wide === undefined ? [] : this.#identities(wide);
    return this.#wide;
  }

  get request(): Json | undefined {
    return parse(this.#maskedText);
  }

  get sketch(): RequestSketch {
    return requestSketch(undefined, { dialect: undefined, rules: rulesOf(), text: this.#maskedText });
  }

  asksLike({ kind, name, given }: RecordedCall): boolean {
    return kind === this.kind && name === this.name && given === this.#text;
  }

  identity(rules: Rules): string {
    return givenFingerprint(this.kind, this.name, this.#maskedText, rules);
  }

  /** Masked, and as it was before. */
  #identities(rules: Rules): readonly string[] {
    const masked = this.identity(rules);
    if (this.#maskedText === this.#text) return [masked];
    return [...new Set([masked, givenFingerprint(this.kind, this.name, this.#text, rules)])];
  }

  get #maskedText(): string {
    this.#masked ??= this.#how.masker.text(this.#text);
    return this.#masked;
  }
}
