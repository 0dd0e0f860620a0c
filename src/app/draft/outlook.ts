import { plannedForkSteps } from "../../fork/plan/planned-fork.ts";
import type { Environment } from "../../fork/plan/preview.ts";
import type { Prices } from "../../stats/prices.ts";
import type { DraftState, Outlook } from "./draft-state.ts";
import { restCostSteps } from "./rest-cost.ts";

/** What a draft has to be told about the world. */
export interface DraftWorld {
  readonly environment: Environment;
  readonly prices: Prices;
  /** This user recorded the run in the folder that the program was started in. */
  readonly here: boolean;
}

/** What a draft comes to, in slices. */
export function* outlookSteps(draft: DraftState, world: DraftWorld): Generator<number, Outlook, undefined> {
  const { run, at, edits, model, params, alone, say } = draft;
  const wanted = {
    at: at ?? undefined,
    edits,
    model: model ?? undefined,
    params,
    alone,
    say: say === "" ? undefined : say,
  };
  const planned = yield* plannedForkSteps(run, wanted, world.environment);
  const cost =
    planned.type === "planned" && world.prices.shown
      ? yield* restCostSteps(run, { limit: planned.preview.limit, model, prices: world.prices })
      : null;
  return { planned, cost, here: world.here };
}
