import { normalise, ordinals } from "../../identity/normalise.ts";
import type { Rules } from "../../identity/rules.ts";
import { dialectById } from "../../providers/registry.ts";
import type { Masker } from "../../redact/masker.ts";
import type { AskedCall, RecordedCall } from "../matching/matcher.ts";
import { type Difference, firstDifference } from "./first-difference.ts";

export interface DifferenceRules {
  readonly rules: Rules;
  /** By which both sides are masked: a run may have been recorded without. @default neither is */
  readonly masker?: Masker | undefined;
}

/** Where what counts of the two requests first differs. */
export function requestDifference(
  call: AskedCall,
  recorded: RecordedCall,
  { rules, masker }: DifferenceRules,
): Difference | undefined {
  const side = (each: AskedCall): AskedCall["request"] => {
    const request = counted(each, rules);
    return request === undefined || masker === undefined ? request : masker.value(request);
  };
  const found = firstDifference(side(recorded), side(call));
  return found === undefined && recorded.name !== call.name
    ? { pointer: "/model", recorded: recorded.name, asked: call.name }
    : found;
}

function counted({ request, op }: AskedCall, rules: Rules): AskedCall["request"] {
  if (request === undefined) return undefined;
  const known = op !== undefined && dialectById(op) !== undefined;
  return normalise(request, rules, known ? ordinals().idFor : (id) => id);
}
