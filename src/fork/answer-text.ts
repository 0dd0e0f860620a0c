import type { Dialect } from "../providers/dialect.ts";
import { readBody } from "../providers/stream.ts";

/** A stream is read anew each time: after one reading nothing is read for so many times as long. */
const SHARE = 9;

/** What an answer says, while it comes. */
export class AnswerText {
  readonly #dialect: Dialect;
  readonly #onText: (piece: string) => void;
  #said = 0;
  #next = 0;

  constructor(dialect: Dialect, onText: (piece: string) => void) {
    this.#dialect = dialect;
    this.#onText = onText;
  }

  /** The body so far. */
  soFar(body: string): void {
    const begun = performance.now();
    if (begun < this.#next) return;
    this.#tell(body);
    const took = performance.now() - begun;
    this.#next = begun + took * (1 + SHARE);
  }

  whole(body: string): void {
    this.#tell(body);
  }

  #tell(body: string): void {
    const { json } = readBody(this.#dialect, undefined, body);
    const message = json === undefined ? undefined : this.#dialect.answer(json).message;
    const said = (message?.parts ?? [])
      .flatMap((part) => (part.type === "text" || part.type === "refusal" ? [part.text] : []))
      .join("\n");
    if (said.length > this.#said) this.#onText(said.slice(this.#said));
    this.#said = Math.max(this.#said, said.length);
  }
}
