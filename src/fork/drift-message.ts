import type { Miss } from "../replay/miss.ts";

/** What an agent is told whose call has parted from the recording before the fork. */
export function driftMessage(miss: Miss, of: { readonly run: string; readonly limit: number }): string {
  const nearest = miss.nearest === undefined ? "" : ` The nearest recorded call is step ${miss.nearest.step}.`;
  return `vcr: this is a fork of ${of.run} at step ${of.limit}, and this call (${miss.label}) parted from the recording before that: ${miss.words}.${nearest} Nothing was sent to the provider.`;
}
