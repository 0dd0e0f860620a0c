import type { Miss } from "../replay/report/miss.ts";
import { missFields } from "../replay/saved-fields.ts";

/** A fork knows one of the flags that hints name. */
export function forkHint({ hint }: Miss): string | undefined {
  return hint !== undefined && /--pin-tools would/.test(hint) ? hint : undefined;
}

/** What an agent is told whose call has parted from the recording before the fork. */
export function driftMessage(miss: Miss, of: { readonly run: string; readonly limit: number }): string {
  const hint = forkHint(miss);
  const advice = hint === undefined ? "" : ` Hint: ${hint}.`;
  const nearest = miss.nearest === undefined ? "" : ` The nearest recorded call is step ${miss.nearest.step}.`;
  return `vcr: this is a fork of ${of.run} at step ${of.limit}, and this call (${miss.label}) parted from the recording before that: ${miss.words}.${nearest}${advice} Nothing was sent to the provider.`;
}

/** For the saved run. */
export function driftFields(miss: Miss): ReturnType<typeof missFields> {
  const { hint: _, ...rest } = miss;
  const hint = forkHint(miss);
  return missFields(hint === undefined ? rest : { ...rest, hint });
}
