import type { Cost, CostParts } from "./cost.ts";

/** What calls cost together, as far as it is known. */
export interface CostTotal {
  /** USD, stored and estimated; undefined while no call's cost is known. */
  readonly usd: number | undefined;
  /** The part of it that stands in the file. */
  readonly stored: number | undefined;
  /** The estimated part of it, by class of token. */
  readonly estimated: CostParts | undefined;
  /** Calls that do not say (all) their tokens. */
  readonly withoutUsage: number;
  /** Calls to models without a price. */
  readonly withoutPrice: number;
}

export const NO_COST: CostTotal = {
  usd: undefined,
  stored: undefined,
  estimated: undefined,
  withoutUsage: 0,
  withoutPrice: 0,
};

/** Some call's cost is not known: the total is "at least". */
export function isAtLeast({ withoutUsage, withoutPrice }: CostTotal): boolean {
  return withoutUsage + withoutPrice > 0;
}

export function plusCost(total: CostTotal, cost: Cost | undefined): CostTotal {
  switch (cost?.type) {
    case undefined:
      return total;
    case "unknown":
      return cost.why === "no usage"
        ? { ...total, withoutUsage: total.withoutUsage + 1 }
        : { ...total, withoutPrice: total.withoutPrice + 1 };
    case "stored":
      return { ...total, usd: (total.usd ?? 0) + cost.usd, stored: (total.stored ?? 0) + cost.usd };
    case "estimate":
      return {
        ...total,
        usd: (total.usd ?? 0) + cost.usd,
        estimated: plusParts(total.estimated, cost.parts),
        withoutUsage: total.withoutUsage + (cost.atLeast ? 1 : 0),
      };
  }
}

function plusParts(a: CostParts | undefined, b: CostParts): CostParts {
  return a
    ? {
        in: a.in + b.in,
        cacheRead: a.cacheRead + b.cacheRead,
        cacheWrite: a.cacheWrite + b.cacheWrite,
        out: a.out + b.out,
      }
    : b;
}
