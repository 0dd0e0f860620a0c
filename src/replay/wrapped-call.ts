import { canonical } from "../identity/canonical.ts";
import { canonicalFingerprint } from "../identity/event-fingerprint.ts";
import { type Rules, rulesOf } from "../identity/rules.ts";
import { parse } from "../json/json.ts";
import { isJson, ordered } from "../json/tagged-value.ts";
import type { WrappedCall } from "../record/session.ts";
import { jsonOf, standsForItself } from "../record/value-record.ts";
import type { Masker } from "../redact/masker.ts";
import { requestSketch } from "./call-similarity.ts";
import { placeOfCall } from "./place-of-call.ts";
import type { ReplayRules } from "./replay-rules.ts";
import type { ReplayCall } from "./replay-session.ts";

/** A call of a wrapped function as something to be found among recorded ones. */
export function askedOf(
  { kind, name, args }: WrappedCall,
  how: { readonly rules: ReplayRules; readonly masker: Masker },
): ReplayCall {
  const { rules, masker } = how;
  const given = standsForItself(args) ? args[0] : args;
  const json = isJson(given) ? given : jsonOf(given, { kind, name });
  const inOrder = json === given ? json : ordered(json);
  const own = canonical(inOrder);
  // What else is masked may depend on what stands before it.
  const text = (): string => masker.text(JSON.stringify(json));
  const masked = masker.isClean(own) ? own : canonical(ordered(parse(text()) ?? null));
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
      return parse(text());
    },
    get sketch() {
      return requestSketch(undefined, { dialect: undefined, rules: rulesOf(), text: text() });
    },
    identity: (by) => identify(masked, by),
  };
}
