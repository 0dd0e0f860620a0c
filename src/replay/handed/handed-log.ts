import { field, isObject, number, parse, text } from "../../json/json.ts";
import type { ServableCall } from "../calls/servable-call.ts";
import type { CountedMiss, LooseServe } from "../replay-session.ts";
import { MISS_REASONS, type Miss } from "../report/miss.ts";

/** What programs say that they served of the calls that were handed to them. */
export interface HandedTally {
  readonly served: number;
  readonly loose: readonly LooseServe[];
  readonly misses: readonly CountedMiss[];
  readonly neverMade: readonly ServableCall[];
}

export function handedTally(log: string, calls: readonly ServableCall[]): HandedTally {
  const loose: LooseServe[] = [];
  const misses: CountedMiss[] = [];
  const made = new Set<number>();
  const served = new Set<number>();
  for (const line of log.split("\n")) {
    const said = parse(line);
    const step = number(field(said, "served"));
    const call = calls.find((each) => each.step === step);
    if (call !== undefined) {
      made.add(call.step);
      served.add(call.step);
      const why = text(field(said, "loose"));
      if (why !== undefined) loose.push({ step: call.step, call, why });
    }
    const miss = missOf(field(said, "miss"));
    if (miss === undefined) continue;
    const known = misses.find((each) => each.miss.label === miss.label);
    if (known === undefined) misses.push({ miss, times: 1 });
    else known.times++;
    if (miss.reason === "differs" && miss.nearest !== undefined) made.add(miss.nearest.step);
  }
  return { served: served.size, loose, misses, neverMade: calls.filter(({ step }) => !made.has(step)) };
}

/** Written by `HandedHandler`, so its form is known; what is missing stays away. */
function missOf(value: ReturnType<typeof parse>): Miss | undefined {
  if (!isObject(value)) return undefined;
  const reason = MISS_REASONS.find((each) => each === value.reason);
  const [label, words, hint] = [text(value.label), text(value.words), text(value.hint)];
  if (reason === undefined || label === undefined || words === undefined) return undefined;
  const step = number(field(value.nearest, "step"));
  const pointer = text(field(value.difference, "pointer"));
  return {
    ...{ reason, label, words },
    ...(hint === undefined ? {} : { hint }),
    ...(step === undefined
      ? {}
      : {
          nearest: {
            step,
            label: text(field(value.nearest, "label")) ?? label,
            similarity: number(field(value.nearest, "similarity")) ?? 0,
          },
        }),
    ...(pointer === undefined
      ? {}
      : {
          difference: {
            pointer,
            recorded: field(value.difference, "recorded"),
            asked: field(value.difference, "asked"),
          },
        }),
  };
}
