import { OutgoingRequests } from "../../fork/rewrite/outgoing-requests.ts";
import { Guards } from "../../gateway/hold/guards.ts";
import { Holds } from "../../gateway/hold/holds.ts";
import type { RunRecorder } from "../../record/run-recorder.ts";
import { usdOf } from "../../stats/cost.ts";
import { type Prices, STORED_PRICES } from "../../stats/prices.ts";
import { sanitise } from "../../text/sanitise.ts";
import { LiveBreakpoints } from "../../time/live-breakpoints.ts";
import { givenPrices, pricesFor } from "../settings/prices.ts";
import { Trouble } from "../trouble.ts";
import type { HoldingFlags } from "./holding-flags.ts";
import { type HoldingLimits, holdingLimits } from "./holding-limits.ts";
import { LiveSpending } from "./live-spending.ts";

/** Equal requests, or results, in a row that count as a loop. */
const LOOP = 3;

/** What holds the calls of a run that is about to start. */
export interface Holding {
  readonly holds: Holds;
  readonly outgoing: OutgoingRequests;
  /** USD that live calls cost so far, for watchers. */
  spent(): { readonly spent?: number; readonly atLeast?: boolean };
  /** Why calls were kept back, a line each. */
  refused(): readonly string[];
  /** The agent has ended. */
  end(): void;
}

export interface HoldingOptions {
  readonly flags: HoldingFlags;
  /** Undefined: nothing is saved, and nothing can be held. */
  readonly recorder: RunRecorder | undefined;
  /** Those of a fork's plan. @default none */
  readonly outgoing?: OutgoingRequests;
  /** A loop stops calls even where nobody watches: what only runs again may not spend by itself. */
  readonly guardsLoops: boolean;
  /** Calls whose origin is one of a recording cost nothing. */
  readonly liveOnly: boolean;
}

/** What the options say is read before anything starts: @throws Trouble */
export async function readHoldingFlags(flags: HoldingFlags): Promise<{ limits: HoldingLimits; prices: Prices }> {
  const limits = holdingLimits(flags);
  givenPrices(flags);
  const costs = limits.budget !== undefined || limits.breaks.some((each) => /cost/i.test(each));
  return { limits, prices: costs ? await pricesFor({ ...flags, cost: true }) : STORED_PRICES };
}

export interface CalledModel {
  readonly name?: string | undefined;
  readonly provider?: string | undefined;
}

/** @throws Trouble when there is a budget, and one of the models that will be called has no price */
export async function refuseUnpriced(models: readonly CalledModel[], flags: HoldingFlags): Promise<void> {
  const { limits, prices } = await readHoldingFlags(flags);
  if (limits.budget === undefined) return;
  for (const { name, provider } of models)
    if (name !== undefined && prices.ratesOf({ name, ...(provider === undefined ? {} : { provider }) }) === undefined)
      throw new Trouble(
        `--budget: no price is known for ${sanitise(name)}, so what is spent cannot be told`,
        `--price ${sanitise(name)}=IN/OUT gives one, in USD per 1,000,000 tokens`,
      );
}

export async function startHolding(options: HoldingOptions): Promise<Holding> {
  const { flags, recorder, outgoing = new OutgoingRequests(), guardsLoops, liveOnly } = options;
  const { limits, prices } = await readHoldingFlags(flags);
  outgoing.onEdits = (edits) => recorder?.edits(edits);
  const { budget, maxCalls, loop = LOOP, breaks: expressions } = limits;
  const spending = recorder && new LiveSpending(recorder, { prices, loader: () => pricesFor(flags), liveOnly });
  const loopOnlyWatched = !guardsLoops && limits.loop === undefined;
  const guards = new Guards({ budget, maxCalls, loop, loopOnlyWatched }, spending);
  const breaks =
    recorder &&
    new LiveBreakpoints(recorder.path, (run) => ({
      cost: (i) => {
        const now = run();
        return now && usdOf(now.row(i), spending?.prices ?? prices);
      },
    }));
  const waits = expressions.length > 0;
  const holds = new Holds({ breaks, rewriter: outgoing, guards, waits });
  if (waits) holds.setBreakpoints(expressions.map((expression) => ({ expression, on: true })));
  return {
    holds,
    outgoing,
    spent: () => spending?.told ?? {},
    refused: () => guards.refused,
    end: () => {
      holds.close();
      breaks?.close();
    },
  };
}
