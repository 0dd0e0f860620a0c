import type { Line } from "../src/cells/line.ts";
import { formatClock } from "../src/text/format.ts";
import { sanitise } from "../src/text/sanitise.ts";
import { fitLine } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

export interface LogRow {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly tone: "info" | "warning" | "error";
  readonly text: string;
}

const TOKENS = { info: "text", warning: "warning", error: "status.error" } as const;

/** What the program has said so far, oldest first. */
export function logLines(look: Look, rows: readonly LogRow[], width: number): readonly Line[] {
  if (rows.length === 0) return [fitLine([styled(look, " no messages so far", "text.dim")], width)];
  return rows.map(({ at, tone, text }) =>
    fitLine([styled(look, ` ${formatClock(at)} `, "text.dim"), styled(look, sanitise(text), TOKENS[tone])], width, {
      ellipsis: look.glyphs.ellipsis,
    }),
  );
}
