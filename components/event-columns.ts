/** Which columns of the event list fit a width. What does not fit goes from the right; what an event is about goes last. */

export type ColumnId = "number" | "kind" | "name" | "agent" | "time" | "tokens" | "cost" | "what" | "status";

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
const NARROW = 70;
const STATUS = 11;

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, Math.floor(value)));
}

export function columnsFor(width: number, options: ColumnOptions = {}): Columns {
  const { digits = 3, letters = 1, agents = false, costs = false, time = 6 } = options;
  const short = width < NARROW;
  const number: Column = { id: "number", width: digits + letters };
  const kind: Column = { id: "kind", width: short ? 6 : 8 };
  const least = clamp(width * 0.3, 10, 30);
  const optional: readonly Column[] = [
    { id: "name", width: clamp(width * 0.18, 8, 24) },
    ...(agents ? [{ id: "agent", width: clamp(width * 0.12, 6, 16) } as const] : []),
    ...(time > 0 ? [{ id: "time", width: time } as const] : []),
    { id: "tokens", width: 10 },
    ...(costs ? [{ id: "cost", width: 7 } as const] : []),
    { id: "status", width: STATUS },
  ];
  let room = width - GUTTER - number.width - 1 - kind.width - 1;
  const taken: Column[] = [];
  for (const column of optional) {
    if (room - column.width - 1 < least) break;
    taken.push(column);
    room -= column.width + 1;
  }
  const status = taken.filter((column) => column.id === "status");
  const what: Column = { id: "what", width: Math.max(0, room) };
  const list = [number, kind, ...taken.filter((column) => column.id !== "status"), what, ...status];
  return { list, digits, short, statusInWhat: status.length === 0 };
}
