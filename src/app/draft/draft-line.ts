import type { Json } from "../../json/json.ts";
import { compact } from "../../run/rows/what.ts";

/** A line of a draft: words, or with an id something that can be set or done. */
export interface DraftLine {
  readonly id: string | null;
  readonly label: string;
  readonly text: string;
  readonly token: string;
  /** In view wherever the lines are scrolled to: what a start comes to. */
  readonly pinned?: boolean;
  /** Other than recorded. */
  readonly changed?: boolean;
}

/** Values are shown so long; the whole stands beside the lines. */
const LONGEST = 60;

/** A value on one line. */
export function short(value: Json): string {
  const text = typeof value === "string" ? value : compact(value);
  const line = text.replace(/\s+/g, " ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
