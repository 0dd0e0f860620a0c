import type { Json } from "../json/json.ts";

/** A count of tokens; anything that cannot be one is unknown. */
export function count(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Sum of the known ones; undefined when none is known. */
export function sum(...counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : known.reduce((total, each) => total + each, 0);
}
