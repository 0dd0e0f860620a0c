import type { Line } from "../src/cells/line.ts";
import { pad } from "../src/text/width.ts";
import { fitLine } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

export interface HelpRow {
  readonly type: "group" | "command";
  readonly keys: string;
  readonly title: string;
}

/** Keys and what they do, group by group. */
export function helpTextLines(look: Look, rows: readonly HelpRow[], width: number): readonly Line[] {
  const keys = Math.max(10, Math.min(26, Math.floor(width * 0.4)));
  return rows.map((row) =>
    row.type === "group"
      ? fitLine([styled(look, ` ${row.title}`, "title")], width)
      : fitLine(
          [
            styled(look, `  ${pad(row.keys, keys, look.glyphs.ellipsis)} `, "hint.key"),
            styled(look, row.title, "text"),
          ],
          width,
          { ellipsis: look.glyphs.ellipsis },
        ),
  );
}
