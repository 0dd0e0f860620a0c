import type { Line } from "../src/cells/line.ts";
import type { Look } from "./look.ts";
import { statusBar } from "./status-bar.ts";

export interface HeaderContent {
  /** File, then the agent in view. */
  readonly path: readonly string[];
  /** The most telling first. */
  readonly facts: readonly { readonly text: string; readonly token: string }[];
}

/** The first line: which run this is, and what it amounts to. */
export function headerLine(look: Look, { path, facts }: HeaderContent, width: number): Line {
  const crumbs = path.flatMap((text, n) => [
    ...(n === 0 ? [] : [{ text: ` ${look.glyphs.folded} `, token: "text.dim" }]),
    { text, token: n === 0 ? "title" : "text.strong" },
  ]);
  const segments = facts.map((fact, n) => ({ pieces: [fact], priority: 50 - n, side: "right" as const }));
  return statusBar({ look, segments: [{ pieces: crumbs, priority: 100 }, ...segments] }, width);
}
