import { WatchedAnswer } from "../../gateway/hold/watched-answer.ts";
import type { Json } from "../../json/json.ts";
import type { Dialect } from "../../providers/dialect.ts";

/** What an answer says: piece by piece where it is streamed, else when it is there. */
export class AnswerText {
  readonly #dialect: Dialect;
  readonly #onText: (piece: string) => void;
  #stream: WatchedAnswer | undefined;
  #said = false;

  constructor(dialect: Dialect, onText: (piece: string) => void) {
    this.#dialect = dialect;
    this.#onText = onText;
  }

  /** `headers` as Node gives them: name, value, name, value, ... */
  data(chunk: Buffer, headers: readonly string[]): void {
    this.#stream ??= new WatchedAnswer(this.#dialect.id, headers, (piece) => {
      this.#said = true;
      this.#onText(piece);
    });
    this.#stream.data(chunk);
  }

  /** The answer, folded where it was a stream. */
  end(answer: Json): void {
    if (this.#said) return;
    const parts = this.#dialect.answer(answer).message?.parts ?? [];
    const said = parts.flatMap((part) => (part.type === "text" || part.type === "refusal" ? [part.text] : []));
    if (said.length > 0) this.#onText(said.join("\n"));
  }
}
