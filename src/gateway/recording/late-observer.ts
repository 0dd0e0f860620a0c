import type { End, Observer } from "../exchange.ts";

/** Observes an exchange that is written down once its request is on its way, and at the latest before anything else is known of it. */
export class LateObserver implements Observer {
  readonly #begin: () => Observer;
  #begun: Observer | undefined;

  constructor(begin: () => Observer) {
    this.#begin = begin;
  }

  sent(): void {
    void this.#observer;
  }

  head(status: number, headers: readonly string[]): void {
    this.#observer.head(status, headers);
  }

  data(chunk: Buffer): boolean {
    return this.#observer.data(chunk);
  }

  end(how: End): void {
    this.#observer.end(how);
  }

  get #observer(): Observer {
    this.#begun ??= this.#begin();
    return this.#begun;
  }
}
