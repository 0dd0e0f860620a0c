import { structuredPatch } from "diff";
import type { Json } from "../../json/json.ts";
import type { Difference } from "./first-difference.ts";

/** Lines of a difference that are shown, and characters of each. */
const LINES = 40;
const WIDTH = 400;
const CONTEXT = 3;
/** Longer values are compared by their beginnings. */
const ENOUGH = 200_000;

/** The two values as a unified diff, "recorded" against "replayed". */
export function differenceLines({ recorded, asked }: Difference): readonly string[] {
  const patch = structuredPatch("recorded", "replayed", textOf(recorded), textOf(asked), "", "", {
    context: CONTEXT,
    maxEditLength: 2000,
  });
  const body = patch?.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines.filter((line) => !line.startsWith("\\")),
  ]) ?? ["(too different to compare line by line)"];
  const shown = body.slice(0, LINES).map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)}...` : line));
  const more = body.length > LINES ? [`... and ${body.length - LINES} more lines`] : [];
  return ["--- recorded", "+++ replayed", ...shown, ...more];
}

/** A text as it is, anything else as indented JSON; nothing at all is no line. */
function textOf(value: Json | undefined): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const cut = text.length > ENOUGH ? text.slice(0, ENOUGH) : text;
  return cut.endsWith("\n") ? cut : `${cut}\n`;
}
