import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { field, parse } from "../../json/json.ts";

const NEWLINE = 10;
const PIECE = 1 << 16;

/** Reads what programs say that they served of the calls that were handed to them, as it grows. */
export class ServedLog {
  readonly path: string;
  #read = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** All of it. */
  text(): string {
    return readFileSync(this.path, { encoding: "utf8", flag: "a+" });
  }

  /** The events of whole lines that were not read yet, as they were told. */
  fresh(): readonly string[] {
    const bytes = this.#rest();
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    this.#read += end;
    const lines = bytes.toString("utf8", 0, end).split("\n").slice(0, -1);
    return lines.flatMap((line) => {
      const event = field(parse(line), "event");
      return event === undefined ? [] : [JSON.stringify(event)];
    });
  }

  #rest(): Buffer {
    const file = openSync(this.path, "a+", 0o600);
    try {
      const pieces: Buffer[] = [];
      for (let at = this.#read; ; at += PIECE) {
        const piece = Buffer.alloc(PIECE);
        const length = readSync(file, piece, 0, PIECE, at);
        pieces.push(piece.subarray(0, length));
        if (length < PIECE) return Buffer.concat(pieces);
      }
    } finally {
      closeSync(file);
    }
  }
}
