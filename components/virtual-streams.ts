/** The two streams an Ink root is given in place of the terminal's: frames go out, keys come in, both at once. */
import { EventEmitter } from "node:events";

/** Takes the frames that Ink writes whole in its debug mode. */
export class VirtualOutput extends EventEmitter {
  columns: number;
  rows: number;
  /** Not a terminal: so Ink leaves the cursor alone. */
  readonly isTTY = false;
  frame = "";
  closed = false;
  readonly #onFrame: () => void;

  constructor(columns: number, rows: number, onFrame: () => void) {
    super();
    this.columns = columns;
    this.rows = rows;
    this.#onFrame = onFrame;
  }

  readonly write = (frame: string): boolean => {
    if (this.closed || frame === this.frame) return true;
    this.frame = frame;
    this.#onFrame();
    return true;
  };
}

/** Gives one sequence at a time to Ink, before `push` returns. */
export class VirtualInput extends EventEmitter {
  readonly isTTY = true;
  #next: string | null = null;

  push(sequence: string): void {
    this.#next = sequence;
    this.emit("readable");
    this.#next = null;
  }

  read(): string | null {
    const next = this.#next;
    this.#next = null;
    return next;
  }

  setEncoding(): this {
    return this;
  }

  setRawMode(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
