/** Which columns of the event list fit a width. What does not fit goes from the right; what an event is about goes last. */

export type ColumnId = "number" | "kind" | "origin" | "name" | "agent" | "time" | "tokens" | "cost" | "what" | "status";

export interface Column {
  readonly id: ColumnId;
  /** Cells; one blank cell follows each column but the last. */
  readonly width: number;
}

export interface ColumnOptions {
  /** Digits of the largest step number, and letters of the longest derived name. @default 3 and 1 */
  readonly digits?: number;
  readonly letters?: number;
  /** Show who made the call: there is more than one agent. */
  readonly agents?: boolean;
  /** Something is known about the cost of at least one event. */
  readonly costs?: boolean;
  /** Something is known about tokens. @default true */
  readonly tokens?: boolean;
  /** Where answers came from: a word where there is room, else its sign. */
  readonly origins?: boolean;
  /** Width of the time column; 0 hides it. @default 6 */
  readonly time?: number;
}

export interface Columns {
  readonly list: readonly Column[];
  readonly digits: number;
  /** Kinds are abbreviated. */
  readonly short: boolean;
  /** There is no status column, so `what` begins with a status that is not ok. */
  readonly statusInWhat: boolean;
}

/** Cells at the left edge: cursor and breakpoint, mark. */
export const GUTTER = 2;
/** Sign and word: of four letters, or of six. */
const SHORT_KIND = 6;
const LONG_KIND = 8;
const NARROW = 70;
const STATUS = 11;
/** Sign and word of where an answer came from, or the sign alone. */
const ORIGIN = 8;
const ORIGIN_SIGN = 1;

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

export function columnsFor(width: number, options: ColumnOptions = {}): Columns {
  const { digits = 3, letters = 1, agents = false, costs = false, tokens = true, origins = false, time = 6 } = options;
  const number: Column = { id: "number", width: digits + letters };
  const least = clamp(width * 0.3, 10, 30);
  const optional: readonly Column[] = [
    { id: "name", width: clamp(width * 0.18, 8, 24) },
    ...(agents ? [{ id: "agent", width: clamp(width * 0.12, 6, 16) } as const] : []),
    ...(time > 0 ? [{ id: "time", width: time } as const] : []),
    ...(tokens ? [{ id: "tokens", width: 10 } as const] : []),
    ...(costs ? [{ id: "cost", width: 7 } as const] : []),
    { id: "status", width: STATUS },
  ];
  const free = width - GUTTER - number.width - 1 - SHORT_KIND - 1 - (origins ? ORIGIN_SIGN + 1 : 0);
  const taken: Column[] = [];
  let left = free;
  // Counted in fractions of a cell, lest a column come, go and come again as the width grows.
  for (const column of optional) {
    left -= column.width + 1;
    if (left < least) break;
    taken.push({ ...column, width: Math.floor(column.width) });
  }
  const rest = taken.reduce((cells, column) => cells - column.width - 1, free);
  const short = width < NARROW || rest + SHORT_KIND - LONG_KIND < least;
  const kind: Column = { id: "kind", width: short ? SHORT_KIND : LONG_KIND };
  const spare = rest + SHORT_KIND - kind.width;
  const wordy = origins && spare - (ORIGIN - ORIGIN_SIGN) >= least;
  const origin: readonly Column[] = origins ? [{ id: "origin", width: wordy ? ORIGIN : ORIGIN_SIGN }] : [];
  const room = wordy ? spare - (ORIGIN - ORIGIN_SIGN) : spare;
  const status = taken.filter((column) => column.id === "status");
  const what: Column = { id: "what", width: Math.max(0, room) };
  const list = [number, kind, ...origin, ...taken.filter((column) => column.id !== "status"), what, ...status];
  return { list, digits, short, statusInWhat: status.length === 0 };
}
