/** A total over values of which some may be unknown: unknown is never taken for 0. */
export interface Sum {
  /** Sum of the known values; undefined when none is known. */
  readonly known: number | undefined;
  /** Count of unknown values: with any, the total is "at least" the known sum. */
  readonly unknown: number;
}

export const NO_SUM: Sum = { known: undefined, unknown: 0 };

export function plus(sum: Sum, value: number | undefined): Sum {
  if (value === undefined) return { known: sum.known, unknown: sum.unknown + 1 };
  return { known: (sum.known ?? 0) + value, unknown: sum.unknown };
}
