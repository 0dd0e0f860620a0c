import type { Line } from "../src/cells/line.ts";
import { wrap } from "../src/text/wrap.ts";
import { fitLine } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

/** A remark in a list that has nothing else to show, wrapped and a little moved in. */
export function wrappedLines(look: Look, text: string, width: number): readonly Line[] {
  return wrap(text, Math.max(10, width - 3)).map((part) => fitLine([styled(look, `  ${part}`, "text.dim")], width));
}
