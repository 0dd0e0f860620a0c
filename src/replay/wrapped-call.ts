import { givenFingerprint } from "../identity/event-fingerprint.ts";
import { type Rules, rulesOf } from "../identity/rules.ts";
import { parse } from "../json/json.ts";
import type { WrappedCall } from "../record/session.ts";
import { givenJson } from "../record/value-record.ts";
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
  const own = JSON.stringify(givenJson(kind, name, args));
  const masked = masker.text(own);
  const identify = (given: string, by: Rules): string => givenFingerprint(kind, name, given, by);
  const both = (by: Rules): readonly string[] =>
    masked === own ? [identify(own, by)] : [...new Set([identify(masked, by), identify(own, by)])];
  const place = placeOfCall({ kind, name, op: undefined });
  return {
    ...{ kind, name, place, lane: place, otherForm: [] },
    op: undefined,
    exact: both(rules.plain),
    wide: rules.wide === undefined ? [] : both(rules.wide),
    get request() {
      return parse(masked);
    },
    get sketch() {
      return requestSketch(undefined, { dialect: undefined, rules: rulesOf(), text: masked });
    },
    identity: (by) => identify(masked, by),
  };
}
