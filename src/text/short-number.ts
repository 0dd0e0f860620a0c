/** Seven digits are what is kept of a duration, and enough of a cost. */
const DIGITS = 7;

/** A measured number as it is written for programs: 3.9 for 3.9000000953674316, 0.0000366 for 0.000036599999999999995. Whole ones stay as they are. */
export function shortNumber(value: number): number {
  if (Number.isInteger(value)) return value;
  return Math.abs(value) < 10 ** (DIGITS - 1) ? Number(value.toPrecision(DIGITS)) : Math.round(value * 1000) / 1000;
}
