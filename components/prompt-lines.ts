import type { Line } from "../src/cells/line.ts";
import { sanitise } from "../src/text/sanitise.ts";
import { width as cellsOf } from "../src/text/width.ts";
import { fitLine } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

export interface PromptContent {
  readonly look: Look;
  /** "filter: ", "/", ":" */
  readonly label: string;
  readonly text: string;
  /** UTF-16 offset. */
  readonly caret: number;
  /** What is wrong with the text, and where. */
  readonly problem: {
    readonly message: string;
    readonly from: number;
    readonly to: number;
    readonly hint?: string | undefined;
  } | null;
  /** Shown at the right while there is no problem. */
  readonly note: string;
  readonly width: number;
}

/** A line being typed; the line above says what is wrong with it, with a mark over the place. */
export function promptLines({ look, label, text, problem, note, width, caret }: PromptContent): readonly Line[] {
  const shift = scrolled({ label, text, caret, width });
  const shown = sanitise(text).slice(shift);
  const line = fitLine([styled(look, label, "prompt"), styled(look, shown, "text")], width, {
    ellipsis: look.glyphs.ellipsis,
  });
  return [
    problem ? problemLine(look, { label, problem, width, shift }) : fitLine([styled(look, note, "text.dim")], width),
    line,
  ];
}

/** Cell of the caret in the prompt's line. */
export function caretCell({
  label,
  text,
  caret,
  width,
}: Pick<PromptContent, "label" | "text" | "caret" | "width">): number {
  const shift = scrolled({ label, text, caret, width });
  return Math.min(width - 1, cellsOf(label) + cellsOf(sanitise(text.slice(0, caret)).slice(shift)));
}

/** Characters scrolled out at the left, so that the caret can be seen. */
function scrolled({ label, text, caret, width }: Pick<PromptContent, "label" | "text" | "caret" | "width">): number {
  const before = sanitise(text.slice(0, caret));
  const room = Math.max(4, width - cellsOf(label) - 2);
  return Math.max(0, cellsOf(before) - room);
}

function problemLine(
  look: Look,
  {
    label,
    problem,
    width,
    shift,
  }: { label: string; problem: NonNullable<PromptContent["problem"]>; width: number; shift: number },
): Line {
  const message = [problem.message, problem.hint].filter(Boolean).join("; ");
  const at = Math.max(0, cellsOf(label) + problem.from - shift);
  const mark = "^".repeat(Math.max(1, Math.min(problem.to - problem.from, 40)));
  // The mark stands above its place; the message goes where there is room.
  const text = sanitise(message);
  const right = at + mark.length + 1 + cellsOf(text) <= width;
  const spans = right
    ? [styled(look, `${" ".repeat(at)}${mark} `, "status.error"), styled(look, text, "warning")]
    : [styled(look, text, "warning")];
  return fitLine(spans, width, { ellipsis: look.glyphs.ellipsis });
}
