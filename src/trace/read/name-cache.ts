/** Strings for bytes seen before, without a call into the engine: names repeat from line to line. */

const SLOTS = 4096;
/** Longer ones are rarely repeated. */
const LONGEST = 48;

export class NameCache {
  readonly #slots: (string | undefined)[] = new Array(SLOTS).fill(undefined);

  /** The text of `buffer` from `start` to `end`, which must be ASCII. */
  text(buffer: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length > LONGEST) return buffer.toString("latin1", start, end);
    let hash = length;
    for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (buffer[i] ?? 0)) | 0;
    const slot = (hash ^ (hash >>> 12)) & (SLOTS - 1);
    const known = this.#slots[slot];
    if (known !== undefined && known.length === length && same(known, buffer, start)) return known;
    const text = buffer.toString("latin1", start, end);
    this.#slots[slot] = text;
    return text;
  }
}

function same(text: string, buffer: Buffer, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== buffer[start + i]) return false;
  return true;
}
