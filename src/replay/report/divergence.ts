import { storedCallFields } from "../calls/stored-call-fields.ts";
import { DivergenceError } from "../errors.ts";
import type { Recording } from "../recording.ts";
import { differenceLines } from "./difference-lines.ts";
import type { Miss } from "./miss.ts";

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

/** A miss whose hint names options of the library in place of flags of `vcr replay`. */
export function forLibrary(miss: Miss): Miss {
  const { hint, difference } = miss;
  if (hint === undefined) return miss;
  const pointer = difference?.pointer;
  const told = hint
    .replace(/--ignore '?([^' ]+)'?/, (_, where) => `ignore: [${JSON.stringify(where)}]`)
    .replace(/--match (\w+)/, 'match: "$1"');
  if (!told.includes("--")) return { ...miss, hint: told };
  // The library leaves out places, not kinds of text.
  const { hint: _, ...rest } = miss;
  return pointer
    ? { ...rest, hint: told.replace(/;.*$/, `; ignore: [${JSON.stringify(pointer)}] leaves it out`) }
    : rest;
}

/** Functions of this place gave promises when they were recorded. */
export function gavePromises({ calls }: Recording, place: string): boolean {
  const known = calls.find((each) => each.place === place);
  return known !== undefined && storedCallFields(known.body()).returns?.startsWith("promise-") === true;
}
