/** Two runs of one agent, compared on their screen. */
import { diffOf } from "../diff/rows.ts";
import { type GivenCall, type GivenTurn, openAgent } from "../support/agent-run.ts";
import { app, type Driver } from "./driver.ts";

const search = (q: string, result = `fares for ${q}`): GivenCall => ({ name: "search", args: { q }, result });
const book = (flight: string): GivenCall => ({ name: "book", args: { flight }, result: `booked ${flight}` });

/** Steps 0, 0a, 1, 1a, 2. */
const BASE: readonly GivenTurn[] = [
  { calls: [search("SFO")] },
  { calls: [book("UA 12")] },
  { text: "Your flight UA 12 is booked." },
];
/** Another flight, and a search more: 0, 0a, 1, 1a, 2, 2a, 3. */
const OTHER: readonly GivenTurn[] = [
  { calls: [search("SFO")] },
  { calls: [book("UA 99")] },
  { calls: [search("hotels")] },
  { text: "Your flight UA 99 is booked." },
];

/** Rows: `= 0 0`, `= 0a 0a`, `~ 1 1`, `~ 1a 1a`, `+ . 2`, `+ . 2a`, `~ 2 3`. */
export async function comparison(size?: { columns: number; rows: number }): Promise<Driver> {
  const [a, b] = [await openAgent({ turns: BASE }), await openAgent({ turns: OTHER })];
  return app(a, size)
    .act({ type: "comparing", a, b })
    .act({ type: "compared", progress: 1, result: diffOf(a, b) });
}

/** The selected row: `~ 1 1`, by the steps of both runs. */
export function pairOf({ state }: Driver): string {
  const entry = state.diff?.result?.entries[state.diff.selected];
  if (!state.diff || !entry) return "none";
  const { a, b } = state.diff;
  return `${entry.a < 0 ? "." : a.row(entry.a).step} ${entry.b < 0 ? "." : b.row(entry.b).step}`;
}
