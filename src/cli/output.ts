import { report } from "./trouble.ts";

/**
 * C1 and bidi controls drive a terminal and may stand raw in JSON, which has no need to escape them. Escaped they are
 * the same JSON; other lines have been sanitised before.
 */
const UNSAFE = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Results go to stdout. A reader that has gone (`| head`) ends the command quietly, a full disk with a word. */
export class Output {
  #closed = false;

  constructor() {
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
      this.#closed = true;
      if (error.code === "EPIPE") process.exit(0);
      report(error);
      process.exit();
    });
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Resolves when the reader can take more. */
  async line(text: string): Promise<void> {
    if (this.#closed) return;
    if (!process.stdout.write(`${text.replace(UNSAFE, escaped)}\n`))
      await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
