/** One line of text being typed and the caret in it, in UTF-16 units. All functions are pure. */
export interface LineEdit {
  readonly text: string;
  readonly caret: number;
}

export function insert(edit: LineEdit, typed: string): LineEdit {
  const clean = typed.replace(/[\r\n\t]+/g, " ");
  return {
    text: edit.text.slice(0, edit.caret) + clean + edit.text.slice(edit.caret),
    caret: edit.caret + clean.length,
  };
}

export function replaceRange(edit: LineEdit, from: number, to: number, by: string): LineEdit {
  return { text: edit.text.slice(0, from) + by + edit.text.slice(to), caret: from + by.length };
}

/** The caret one character further; combining marks and emoji sequences count as one. */
export function step(edit: LineEdit, direction: -1 | 1): LineEdit {
  return { ...edit, caret: boundary(edit, direction) };
}

export function eraseBefore(edit: LineEdit): LineEdit {
  return replaceRange(edit, boundary(edit, -1), edit.caret, "");
}

export function eraseAfter(edit: LineEdit): LineEdit {
  return { text: edit.text.slice(0, edit.caret) + edit.text.slice(boundary(edit, 1)), caret: edit.caret };
}

export function wordStep(edit: LineEdit, direction: -1 | 1): LineEdit {
  return { ...edit, caret: direction < 0 ? wordStart(edit) : wordEnd(edit) };
}

export function eraseWordBefore(edit: LineEdit): LineEdit {
  return replaceRange(edit, wordStart(edit), edit.caret, "");
}

export function eraseToStart(edit: LineEdit): LineEdit {
  return { text: edit.text.slice(edit.caret), caret: 0 };
}

export function eraseToEnd(edit: LineEdit): LineEdit {
  return { text: edit.text.slice(0, edit.caret), caret: edit.caret };
}

/** Prompts are short: the segmenter, quadratic on long texts, sees a window around the caret only. */
function boundary(edit: LineEdit, direction: -1 | 1): number {
  const from = Math.max(0, edit.caret - 64);
  const window = edit.text.slice(from, edit.caret + 64);
  const stops = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(window)].map(
    (part) => from + part.index,
  );
  stops.push(from + window.length);
  if (direction < 0) return stops.filter((stop) => stop < edit.caret).at(-1) ?? 0;
  return stops.find((stop) => stop > edit.caret) ?? edit.text.length;
}

function wordStart(edit: LineEdit): number {
  return /\S*\s*$/.exec(edit.text.slice(0, edit.caret))?.index ?? 0;
}

function wordEnd(edit: LineEdit): number {
  const match = /^\s*\S*/.exec(edit.text.slice(edit.caret));
  return edit.caret + (match?.[0].length ?? 0);
}
