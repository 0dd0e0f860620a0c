import { type Json, number, text } from "../json/json.ts";

/** Milliseconds since the epoch out of an ISO string or a number of seconds or milliseconds; undefined for anything else. */
export function timeOf(value: Json | undefined): number | undefined {
  const count = number(value);
  // 1e11 seconds are the year 5138, 1e11 milliseconds the year 1973.
  if (count !== undefined) return count > 1e11 ? count : count * 1000;
  const at = Date.parse(text(value) ?? "");
  return Number.isNaN(at) ? undefined : at;
}
