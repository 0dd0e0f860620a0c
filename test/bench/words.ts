const WORDS = (
  "the a of to in is file test error value line function return check run read write then when it with for this that " +
  "module class import server client request answer token path name data list map index cache build fix change old new " +
  "result type string number first last next open close start end found missing works fails because should would could"
).split(" ");

/** Numbers that look random and are the same each time (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to `below` - 1. */
  roll(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  }

  /** About `length` characters of prose with a line end now and then. */
  text(length: number): string {
    let text = "";
    while (text.length < length) {
      text += WORDS[this.roll(WORDS.length)];
      text += this.roll(14) === 0 ? ".\n" : " ";
    }
    return text;
  }
}

export function id(prefix: string, number: number): string {
  return `${prefix}_${number.toString(36).padStart(8, "0")}`;
}
