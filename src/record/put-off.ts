/** Work that nobody waits for: it is done when what is under way has been handed on, and at the latest before anything that builds on it. */
export class PutOff {
  readonly #failed: (error: unknown) => void;
  #tasks: (() => void)[] = [];

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  add(task: () => void): void {
    if (this.#tasks.push(task) === 1) setImmediate(() => this.settle());
  }

  /** Does what has been put off, in its order. */
  settle(): void {
    const tasks = this.#tasks;
    if (tasks.length === 0) return;
    this.#tasks = [];
    for (const task of tasks) {
      try {
        task();
      } catch (error) {
        this.#failed(error);
      }
    }
  }
}
