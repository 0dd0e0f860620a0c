import { canonical } from "../../identity/canonical.ts";
import { canonicalFingerprint } from "../../identity/event-fingerprint.ts";
import { type Rules, rulesOf } from "../../identity/rules.ts";
import { parse } from "../../json/json.ts";
import { isJson, ordered } from "../../json/tagged-value.ts";
import type { WrappedCall } from "../../record/session.ts";
import { jsonOf, standsForItself } from "../../record/value-record.ts";
import type { Masker } from "../../redact/masker.ts";
import { requestSketch } from "../matching/call-similarity.ts";
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
  return {
    ...{ kind, name, place, lane: place, otherForm: [] },
    op: undefined,
    exact: both(rules.plain),
    wide: rules.wide === undefined ? [] : both(rules.wide),
    get request() {
      return parse(source);
    },
    get sketch() {
      return requestSketch(undefined, { dialect: undefined, rules: rulesOf(), text: text() });
    },
    identity: (by) => identify(masked, by),
  };
}
