/** Bytes that come in pieces, as lines. A line over the limit ends it: what follows cannot be told apart any more. */
export class JsonLines {
  readonly #limit: number;
  #pieces: Uint8Array[] = [];
  #held = 0;

  /** `limit`: of a line, in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that are complete with this piece; undefined when one is too long. Empty lines are none. */
  push(piece: Uint8Array): readonly string[] | undefined {
    const lines: string[] = [];
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      if (!this.#keep(piece.subarray(from, end))) return undefined;
      const line = Buffer.concat(this.#pieces).toString("utf8").trim();
      if (line !== "") lines.push(line);
      this.#pieces = [];
      this.#held = 0;
      from = end + 1;
    }
    return this.#keep(piece.subarray(from)) ? lines : undefined;
  }

  #keep(part: Uint8Array): boolean {
    if (this.#held + part.length > this.#limit) return false;
    if (part.length > 0) this.#pieces.push(part);
    this.#held += part.length;
    return true;
  }
}
