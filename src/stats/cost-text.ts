import { costPhrase, formatCost, formatCount } from "../text/format.ts";
import type { Account } from "./account.ts";
import { type CostTotal, isAtLeast } from "./cost-total.ts";
import type { Sum } from "./sum.ts";

/** Costs in words. Names of models are not sanitised here. */

/** `at least $0.031 (estimated; 2 calls without usage; no price for my-model)`; undefined where there is nothing to pay. */
export function costText({ cost, unpriced }: Pick<Account, "cost" | "unpriced">): string | undefined {
  const missing = [
    cost.withoutUsage > 0 ? `${cost.withoutUsage} call${cost.withoutUsage === 1 ? "" : "s"} without usage` : "",
    cost.withoutPrice > 0 ? `no price for ${unpriced.join(", ")}: --price MODEL=IN/OUT gives one` : "",
  ].filter(Boolean);
  if (cost.usd === undefined) return missing.length > 0 ? `unknown (${missing.join("; ")})` : undefined;
  return `${costPhrase(cost.usd, isAtLeast(cost))} (${[origin(cost), ...missing].join("; ")})`;
}

function origin({ usd, stored, estimated }: CostTotal): string {
  if (stored === undefined) return "estimated";
  return estimated ? `${formatCost(stored)} as stored, ${formatCost((usd ?? 0) - stored)} estimated` : "as stored";
}

/** `input $0.012 · cache read $0.0020 · output $0.017`: the estimated part by class of token. */
export function costClasses({ estimated }: CostTotal): string | undefined {
  if (!estimated) return undefined;
  const classes: readonly (readonly [string, number])[] = [
    ["input", estimated.in],
    ["cache read", estimated.cacheRead],
    ["cache write", estimated.cacheWrite],
    ["output", estimated.out],
  ];
  const paid = classes.filter(([, usd]) => usd > 0).map(([name, usd]) => `${name} ${formatCost(usd)}`);
  return paid.length > 0 ? paid.join(" · ") : undefined;
}

/** `62% of input read from a cache, 12k written to it`; undefined where no call says so. */
export function cacheText({
  in: input,
  cacheRead,
  cacheWrite,
}: Readonly<Record<"in" | "cacheRead" | "cacheWrite", Sum>>) {
  if (!cacheRead.known && !cacheWrite.known) return undefined;
  const share = input.known ? Math.round((100 * (cacheRead.known ?? 0)) / input.known) : undefined;
  const least = cacheRead.unknown > 0 ? "at least " : "";
  const read =
    share === undefined
      ? `${least}${formatCount(cacheRead.known ?? 0)} tokens read from a cache`
      : `${least}${share}% of input read from a cache`;
  return cacheWrite.known ? `${read}, ${formatCount(cacheWrite.known)} tokens written to it` : read;
}
