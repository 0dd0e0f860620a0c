/** Results go to stdout. A reader that has gone (`| head`) ends the command quietly. */
export class Output {
  #closed = false;

  constructor() {
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      this.#closed = true;
      process.exit(0);
    });
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Resolves when the reader can take more. */
  async line(text: string): Promise<void> {
    if (this.#closed) return;
    if (!process.stdout.write(`${text}\n`)) await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
  }
}
