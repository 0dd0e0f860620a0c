import { callLabel } from "./call-label.ts";
import { differenceLines } from "./difference-lines.ts";
import { DivergenceError } from "./errors.ts";
import type { AskedCall } from "./matcher.ts";
import type { Miss } from "./miss.ts";
import type { Recording } from "./recording.ts";
import { storedCallFields } from "./stored-call-fields.ts";

/** `what` says what became of the call: "has no recording". */
export function divergence(miss: Miss, what = "has no recording"): DivergenceError {
  const { reason, label, words, nearest, difference, hint } = miss;
  const step = nearest === undefined ? "" : ` (nearest: step ${nearest.step} ${nearest.label})`;
  return new DivergenceError(`${label} ${what}: ${words}${step}`, {
    step: nearest?.step,
    reason,
    expected: difference?.recorded,
    got: difference?.asked,
    pointer: difference?.pointer,
    diff: difference === undefined ? "" : differenceLines(difference).join("\n"),
    hint,
  });
}

/** A kind of call that the recording knows nothing of. */
export function unknownCall(asked: AskedCall): Miss {
  return { reason: "never-recorded", label: callLabel(asked), words: "nothing of its kind was recorded" };
}

/** Functions of this place gave promises when they were recorded. */
export function gavePromises({ calls }: Recording, place: string): boolean {
  const known = calls.find((each) => each.place === place);
  return known !== undefined && storedCallFields(known.body()).returns?.startsWith("promise-") === true;
}
