import type { Line, Span } from "../src/cells/line.ts";
import { sanitise } from "../src/text/sanitise.ts";
import { width as cellsOf, slice } from "../src/text/width.ts";
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

type Typed = Pick<PromptContent, "label" | "text" | "caret" | "width">;

/** A line being typed; the line above says what is wrong with it, with a mark over the place. */
export function promptLines({ look, label, text, problem, note, width, caret }: PromptContent): readonly Line[] {
  const shift = scrolled({ label, text, caret, width });
  const shown = slice(sanitise(text), shift, Number.MAX_SAFE_INTEGER);
  const line = fitLine([styled(look, label, "prompt"), styled(look, shown, "text")], width, {
    ellipsis: look.glyphs.ellipsis,
  });
  return [
    problem
      ? problemLine(look, { at: cellAt({ label, text, caret, width }, problem.from), problem, width })
      : fitLine([styled(look, note, "text.dim")], width),
    line,
  ];
}

/** Cell of the caret in the prompt's line. */
export function caretCell(prompt: Typed): number {
  return cellAt(prompt, prompt.caret);
}

/** Cell of the character at a UTF-16 offset; the nearest one in view where it is scrolled out. */
function cellAt(prompt: Typed, offset: number): number {
  const { label, text, width } = prompt;
  const shift = scrolled(prompt);
  const before = cellsOf(sanitise(text.slice(0, offset)));
  return Math.min(width - 1, cellsOf(label) + Math.max(0, before - shift));
}

/** Cells scrolled out at the left, so that the caret can be seen. */
function scrolled({ label, text, caret, width }: Typed): number {
  const before = sanitise(text.slice(0, caret));
  const room = Math.max(4, width - cellsOf(label) - 2);
  return Math.max(0, cellsOf(before) - room);
}

function problemLine(
  look: Look,
  { at, problem, width }: { at: number; problem: NonNullable<PromptContent["problem"]>; width: number },
): Line {
  const text = sanitise([problem.message, problem.hint].filter(Boolean).join("; "));
  const long = Math.max(1, Math.min(problem.to - problem.from, 40, width - at));
  // The mark stands above its place; the message goes where there is room, and is cut where there is none.
  const mark = [long, 1].find((cells) => Math.max(at, width - at - cells) > cellsOf(text)) ?? 1;
  const behind = width - at - mark;
  const onTheRight = behind > cellsOf(text) || behind >= at;
  const room = onTheRight ? behind - 1 : at - 1;
  const message = fitLine([styled(look, text, "warning")], Math.min(room, cellsOf(text)), {
    ellipsis: look.glyphs.ellipsis,
  });
  const gap = (cells: number): Span => styled(look, " ".repeat(Math.max(0, cells)), "text");
  const marks = styled(look, "^".repeat(mark), "status.error");
  const spans = onTheRight
    ? [gap(at), marks, gap(1), ...message]
    : [gap(at - 1 - Math.min(room, cellsOf(text))), ...message, gap(1), marks];
  return fitLine(spans, width, { ellipsis: look.glyphs.ellipsis });
}
