import type { HeldAction, HeldCall, LiveBreakpoint, LiveRewrite, Notice } from "./protocol.ts";
import type { Holding } from "./watched-run.ts";

/** Several parts of a run that stop calls, as one. Their holds have different ids; breakpoints and rewrites are the first one's. */
export class JoinedHolding implements Holding {
  readonly #first: Holding;
  readonly #all: readonly Holding[];

  constructor(first: Holding, ...others: readonly Holding[]) {
    this.#first = first;
    this.#all = [first, ...others];
  }

  held(): readonly HeldCall[] {
    return this.#all.flatMap((each) => each.held());
  }

  breakpoints(): readonly LiveBreakpoint[] {
    return this.#first.breakpoints();
  }

  rewrites(): readonly LiveRewrite[] {
    return this.#first.rewrites();
  }

  setBreakpoints(breakpoints: readonly LiveBreakpoint[]): void {
    this.#first.setBreakpoints(breakpoints);
  }

  pause(): void {
    this.#first.pause();
  }

  act(id: number, action: HeldAction): void {
    const holder = this.#all.find((each) => each.held().some((call) => call.id === id));
    if (holder === undefined) throw new Error("this call is not held any more");
    holder.act(id, action);
  }

  actAll(action: HeldAction): number {
    return this.#all.reduce((count, each) => count + each.actAll(action), 0);
  }

  setRewrite(index: number, on: boolean): void {
    this.#first.setRewrite(index, on);
  }

  setHold(on: boolean): void {
    for (const each of this.#all) each.setHold(on);
  }

  setWatched(on: boolean): void {
    for (const each of this.#all) each.setWatched(on);
  }

  onNotice(listener: (notice: Notice) => void): () => void {
    const stops = this.#all.map((each) => each.onNotice(listener));
    return () => {
      for (const stop of stops) stop();
    };
  }
}
