/** A place of a text and what stands there instead. Offsets are UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
  /** JSON pointer of the value that holds the place; "" for a text that is no JSON. */
  readonly pointer: string;
}

/** An edit that masks: all of a string of JSON is replaced, however many secrets stand in it. */
export interface MaskEdit extends Edit {
  readonly secrets: readonly MetSecret[];
}

export interface MetSecret {
  /** "<OPENAI_API_KEY>" */
  readonly placeholder: string;
  /** As it was met, without the escapes of JSON around it. */
  readonly value: string;
}

/** In order and without overlaps: of edits that overlap the first keeps its name and covers both. */
export function disjoint<E extends Edit>(edits: readonly E[]): E[] {
  const result: E[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || edit.start >= last.end) result.push(edit);
    else if (edit.end > last.end) result[result.length - 1] = { ...last, end: edit.end };
  }
  return result;
}

/** `edits` must be in order and without overlaps. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, by } of edits) {
    parts.push(text.slice(at, start), by);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

export function pointersOf(edits: readonly Edit[]): string[] {
  return [...new Set(edits.map(({ pointer }) => pointer))];
}
