import type { Row, Run } from "../../run/run.ts";
import { usdOf } from "../../stats/cost.ts";
import { type Prices, STORED_PRICES } from "../../stats/prices.ts";
import { formatClock, formatDuration, formatOffset } from "../../text/format.ts";
import type { TimeColumn } from "../state.ts";
import { datedTime, totalsOf } from "./totals.ts";

/** What a line of the list says of one event. */
export interface EventCells {
  readonly step: string;
  readonly kind: Row["kind"];
  readonly status: Row["status"];
  /** Where its answer came from, when not from a plain recording. */
  readonly origin?: CallOrigin | undefined;
  readonly name?: string | undefined;
  readonly agent?: string | undefined;
  readonly time?: string | undefined;
  readonly tokens?: { readonly in?: number; readonly out?: number } | undefined;
  readonly cost?: number | undefined;
  /** How well a replay could answer it, where not exactly. */
  readonly match?: Row["match"];
  /** Changed on its way: what was asked, or what was answered. */
  readonly edited?: boolean;
  /** Which attempt at its call this is, from 1; of the last one that is how many there were. */
  readonly attempt?: number;
  /** One that failed, or the last: the others are folded under it, or shown. */
  readonly attempts?: "failed" | "folded" | "shown";
  readonly what: string;
}

export type CallOrigin = "served" | "live" | "given";

const ORIGIN_WORDS: Partial<Record<Row["origin"], CallOrigin>> = {
  replayed: "served",
  live: "live",
  injected: "given",
};

/** Whether calls of the run were served or live. Those of a copy of steps were neither. */
export function hasOrigins({ header: { parent } }: Run): boolean {
  return parent !== undefined && parent.kind !== "copy";
}

export interface CellsOptions {
  readonly time: TimeColumn;
  /** Row shown above, for the "since the row above" column. */
  readonly above?: Row | undefined;
  readonly unicode: boolean;
  /** @default only costs stored in the file */
  readonly prices?: Prices;
  /** Failed attempts have lines of their own. @default false */
  readonly attempts?: boolean;
}

export function eventCells(run: Run, i: number, options: CellsOptions): EventCells {
  const row = run.row(i);
  const lane = run.lanes.length > 1 ? run.lanes[row.lane] : undefined;
  return {
    step: row.step,
    kind: row.kind,
    status: row.status,
    // Nobody knows yet what becomes of a call that stands still.
    origin: row.status === "pending" && row.origin === "injected" ? undefined : ORIGIN_WORDS[row.origin],
    name: row.name,
    agent: row.agent ?? lane?.name,
    time: timeText(row, run, options),
    tokens: row.kind === "llm" || row.kind === "memory" ? row.tokens : undefined,
    cost: usdOf(row, options.prices ?? STORED_PRICES),
    ...(row.match && { match: row.match }),
    ...(row.edits && row.edits.length > 0 && { edited: true }),
    ...attemptCells(row, options),
    what: run.what(i),
  };
}

function attemptCells({ attempt, repeatedBy }: Row, options: CellsOptions): Pick<EventCells, "attempt" | "attempts"> {
  if (attempt === undefined) return {};
  const attempts = repeatedBy !== undefined ? "failed" : options.attempts === true ? "shown" : "folded";
  return { attempt, attempts };
}

/** Cells of the time column; 0 hides it, as it does where no event of the run has such a time. */
export function timeWidth(time: TimeColumn, run: Run): number {
  const totals = totalsOf(run);
  const known = time === "duration" ? totals.timed : totals.firstAt !== undefined;
  return time === "off" || !known ? 0 : time === "clock" ? 8 : 7;
}

function timeText(row: Row, run: Run, { time, above, unicode }: CellsOptions): string | undefined {
  switch (time) {
    case "off":
      return undefined;
    case "duration":
      return row.durationMs === undefined
        ? undefined
        : `${row.approximate ? (unicode ? "≈" : "~") : ""}${formatDuration(row.durationMs)}`;
    case "clock":
      return formatClock(datedTime(row.at));
    case "offset": {
      const first = totalsOf(run).firstAt;
      return row.at === undefined || first === undefined ? undefined : formatOffset(row.at - first);
    }
    case "delta":
      return row.at === undefined || above?.at === undefined ? undefined : formatOffset(row.at - above.at);
  }
}
