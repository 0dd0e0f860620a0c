import type { OutputPiece } from "./protocol.ts";

/** The last of what was written: so much of it, in characters, is kept for those who come later. */
const OUTPUT_KEPT = 256 * 1024;

export class OutputTail {
  readonly #limit: number;
  #pieces: OutputPiece[] = [];
  #length = 0;

  constructor(limit = OUTPUT_KEPT) {
    this.#limit = limit;
  }

  get pieces(): readonly OutputPiece[] {
    return this.#pieces;
  }

  push(piece: OutputPiece): void {
    const text = piece.text.slice(-this.#limit);
    this.#pieces.push({ from: piece.from, text });
    this.#length += text.length;
    // Whole pieces go, and only when a quarter too much is there: a copy for each small write would cost.
    if (this.#length <= this.#limit * 1.25) return;
    let drop = 0;
    while (this.#length > this.#limit && drop < this.#pieces.length - 1)
      this.#length -= this.#pieces[drop++]?.text.length ?? 0;
    this.#pieces = this.#pieces.slice(drop);
  }
}
