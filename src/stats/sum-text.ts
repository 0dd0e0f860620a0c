import { formatCount, formatDuration } from "../text/format.ts";
import type { Account, ToolAccount } from "./account.ts";
import type { Sum } from "./sum.ts";

/** Sums in words, as `vcr stats` and the overview say them. */

/** `none`, `unknown`, `1.2k`, or `at least 1.2k (3 unknown)`. */
export function total(sum: Sum, format: (value: number) => string): string {
  if (sum.known === undefined) return sum.unknown > 0 ? "unknown" : "none";
  return sum.unknown > 0 ? `at least ${format(sum.known)} (${sum.unknown} unknown)` : format(sum.known);
}

/** `?` for unknown, `≥` before a sum that misses some. */
export function short(sum: Sum, format: (value: number) => string = formatCount): string {
  if (sum.known === undefined) return "?";
  return `${sum.unknown > 0 ? "≥" : ""}${format(sum.known)}`;
}

export function tokensText(account: Account): string {
  if (account.models.length === 0) return "no model calls";
  const { tokens, callsWithoutUsage } = account;
  if (tokens.in.known === undefined && tokens.out.known === undefined) return "unknown (no call says its usage)";
  const calls = account.byKind.get("llm") ?? 0;
  const without = callsWithoutUsage > 0 ? ` (${callsWithoutUsage} of ${calls} calls without usage)` : "";
  return `${short(tokens.in)} in, ${short(tokens.out)} out${without}`;
}

/** `≈` where some of it is a gap between time stamps. */
export function toolTime({ time, approximate }: ToolAccount): string {
  return short(time, (value) => `${approximate ? "≈" : ""}${formatDuration(value)}`);
}
