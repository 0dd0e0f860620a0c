import { sanitise } from "../../text/sanitise.ts";

/** Text of a model on its way to a terminal or a pipe, sanitised piece by piece; its line ends stay. */
export class StreamedText {
  readonly #to: NodeJS.WritableStream;
  #open = false;
  #gone = false;

  constructor(to: NodeJS.WritableStream) {
    this.#to = to;
    // A reader that has gone is no reason to stop: the run is saved.
    to.on("error", () => {
      this.#gone = true;
    });
  }

  write(piece: string): void {
    if (this.#gone || piece === "") return;
    this.#to.write(
      piece
        .split(/\r?\n/)
        .map((line) => sanitise(line))
        .join("\n"),
    );
    this.#open = !piece.endsWith("\n");
  }

  /** An answer is over: what comes next begins on a line of its own. */
  end(): void {
    if (this.#open && !this.#gone) this.#to.write("\n");
    this.#open = false;
  }
}
