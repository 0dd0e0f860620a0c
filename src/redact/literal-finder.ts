/** Finds any of many fixed strings in a text in one pass: a table over the first three characters, then a comparison. */

export interface Found {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Shorter strings would be found by chance. */
const LEAST = 6;
const SLOTS = 1 << 16;

interface Literal {
  readonly text: string;
  readonly name: string;
}

export class LiteralFinder {
  readonly #first = new Uint8Array(SLOTS);
  /** By slot, longest first. */
  readonly #literals = new Map<number, Literal[]>();

  /** The first name given to a string stays. */
  add(text: string, name: string): void {
    if (text.length < LEAST) return;
    const slot = slotOf(text, 0);
    const list = this.#literals.get(slot) ?? [];
    if (list.some((each) => each.text === text)) return;
    list.push({ text, name });
    list.sort((a, b) => b.text.length - a.text.length);
    this.#literals.set(slot, list);
    this.#first[slot] = 1;
  }

  /** In order, without overlaps. */
  find(text: string): Found[] {
    const found: Found[] = [];
    if (this.#literals.size === 0) return found;
    const last = text.length - LEAST;
    for (let i = 0; i <= last; i++) {
      const slot = slotOf(text, i);
      if (this.#first[slot] === 0) continue;
      const hit = this.#literals.get(slot)?.find((each) => text.startsWith(each.text, i));
      if (hit === undefined) continue;
      found.push({ start: i, end: i + hit.text.length, name: hit.name });
      i += hit.text.length - 1;
    }
    return found;
  }
}

function slotOf(text: string, at: number): number {
  return (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 4) ^ (text.charCodeAt(at + 2) << 9)) & (SLOTS - 1);
}
