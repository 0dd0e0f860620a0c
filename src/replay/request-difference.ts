import { normalise, ordinals } from "../identity/normalise.ts";
import type { Rules } from "../identity/rules.ts";
import { dialectById } from "../providers/registry.ts";
import { type Difference, firstDifference } from "./first-difference.ts";
import type { AskedCall, RecordedCall } from "./matcher.ts";

/** Where what counts of the two requests first differs. */
export function requestDifference(call: AskedCall, recorded: RecordedCall, rules: Rules): Difference | undefined {
  const found = firstDifference(counted(recorded, rules), counted(call, rules));
  return found === undefined && recorded.name !== call.name
    ? { pointer: "/model", recorded: recorded.name, asked: call.name }
    : found;
}

function counted({ request, op }: AskedCall, rules: Rules): AskedCall["request"] {
  if (request === undefined) return undefined;
  const known = op !== undefined && dialectById(op) !== undefined;
  return normalise(request, rules, known ? ordinals().idFor : (id) => id);
}
