import { canonical } from "../../identity/canonical.ts";
import { canonicalFingerprint } from "../../identity/event-fingerprint.ts";
import { type Rules, rulesOf } from "../../identity/rules.ts";
import { type Json, parse } from "../../json/json.ts";
import { isJson, ordered } from "../../json/tagged-value.ts";
import type { WrappedCall } from "../../record/session.ts";
import { jsonOf, standsForItself } from "../../record/value-record.ts";
import type { Masker } from "../../redact/masker.ts";
import type { Kind } from "../../trace/event.ts";
import { type RequestSketch, requestSketch } from "../matching/call-similarity.ts";
import { placeOfCall } from "../matching/place-of-call.ts";
import type { ReplayRules } from "../replay-rules.ts";
import type { ReplayCall } from "../replay-session.ts";

/** A call of a wrapped function as something to be found among recorded ones. */
export function askedOf(
  { kind, name, args }: WrappedCall,
  how: { readonly rules: ReplayRules; readonly masker: Masker },
): ReplayCall {
  const { rules, masker } = how;
  const given = standsForItself(args) ? args[0] : args;
  const isPlain = isJson(given);
  const json = isPlain ? given : jsonOf(given, { kind, name });
  // Only what is tagged can be a set or a map.
  const own = canonical(isPlain ? json : ordered(json));
  const isClean = masker.isClean(own);
  // In the order in which it was given: what is masked, and what is alike, depends on it.
  const text = (): string => masker.text(JSON.stringify(json));
  const source = isPlain && isClean ? own : text();
  const masked = isClean ? own : canonical(ordered(parse(source) ?? null));
  const identify = (asked: string, by: Rules): string => canonicalFingerprint(kind, name, asked, by);
  const both = (by: Rules): readonly string[] =>
    masked === own ? [identify(own, by)] : [...new Set([identify(masked, by), identify(own, by)])];
  const place = placeOfCall({ kind, name, op: undefined });
  return new AskedInside(
    { kind, name, place, exact: both(rules.plain), wide: rules.wide === undefined ? [] : both(rules.wide) },
    { source, text, identity: (by) => identify(masked, by) },
  );
}

interface Given {
  /** JSON of what was asked with, keys in any order. */
  readonly source: string;
  /** The same in the order in which it was given. */
  text(): string;
  identity(rules: Rules): string;
}

class AskedInside implements ReplayCall {
  readonly kind: Kind;
  readonly name: string;
  readonly op = undefined;
  readonly place: string;
  readonly lane: string;
  readonly exact: readonly string[];
  readonly wide: readonly string[];
  readonly otherForm: readonly string[] = [];
  readonly #given: Given;

  constructor(call: Pick<ReplayCall, "kind" | "name" | "place" | "exact" | "wide">, given: Given) {
    this.kind = call.kind;
    this.name = call.name;
    this.place = call.place;
    this.lane = call.place;
    this.exact = call.exact;
    this.wide = call.wide;
    this.#given = given;
  }

  get request(): Json | undefined {
    return parse(this.#given.source);
  }

  get sketch(): RequestSketch {
    return requestSketch(undefined, { dialect: undefined, rules: rulesOf(), text: this.#given.text() });
  }

  identity(rules: Rules): string {
    return this.#given.identity(rules);
  }
}
