import type { HeldAction, HeldCall, HeldReason, LiveBreakpoint, LiveRewrite, Notice } from "../control/protocol.ts";
import type { Holding } from "../control/watched-run.ts";
import type { CallToBreak } from "./replayed-calls.ts";

interface Held {
  readonly call: HeldCall;
  goOn(end: { readonly instead?: unknown }): void;
  fail(error: Error): void;
}

interface Stop extends LiveBreakpoint {
  test(step: number): boolean;
}

/** Milliseconds between two ticks of what keeps the process alive while calls are held. */
const TICK = 60_000;

/** Calls inside a program that stand still. They hold up those who wait for them, and nothing else. */
export class InsideHolds implements Holding {
  readonly #testOf: (expression: string) => (step: number) => boolean;
  readonly #held = new Map<number, Held>();
  readonly #listeners = new Set<(notice: Notice) => void>();
  #stops: readonly Stop[] = [];
  #pause = false;
  #stays = false;
  #next = 1;
  #alive: NodeJS.Timeout | undefined;

  /** `testOf` throws for an expression that cannot be read. */
  constructor(testOf: (expression: string) => (step: number) => boolean) {
    this.#testOf = testOf;
  }

  /** Why the call with this number is to stand still; undefined: it is not. */
  reasonAt(step: number): HeldReason | undefined {
    if (this.#pause) {
      this.#pause = false;
      return { type: "pause", words: "a pause" };
    }
    const stop = this.#stops.find(({ on, test }) => on && test(step));
    if (stop === undefined) return undefined;
    const { expression } = stop;
    return { type: "breakpoint", words: `breakpoint ${expression}`, expression };
  }

  /** Resolves when it goes on; rejects when it is to fail. */
  hold({ step, label }: CallToBreak, reason: HeldReason): Promise<{ readonly instead?: unknown }> {
    const id = this.#next++;
    const call: HeldCall = {
      ...{ id, step, row: String(step), label, phase: "request", reason, since: Date.now() },
      actions: ["continue", "step", "answer", "abort"],
    };
    this.#alive ??= setInterval(() => {}, TICK);
    return new Promise((goOn, fail) => {
      this.#held.set(id, { call, goOn, fail });
      this.#tell({ type: "held", call });
    });
  }

  held(): readonly HeldCall[] {
    return [...this.#held.values()].map(({ call }) => call);
  }

  breakpoints(): readonly LiveBreakpoint[] {
    return this.#stops.map(({ expression, on }) => ({ expression, on }));
  }

  rewrites(): readonly LiveRewrite[] {
    return [];
  }

  setBreakpoints(breakpoints: readonly LiveBreakpoint[]): void {
    this.#stops = breakpoints.map(({ expression, on }) => ({ expression, on, test: this.#testOf(expression) }));
    this.#tell({ type: "breakpoints", breakpoints: this.breakpoints() });
  }

  pause(): void {
    this.#pause = true;
  }

  act(id: number, action: HeldAction): void {
    const held = this.#held.get(id);
    if (held === undefined) throw new Error("this call is not held any more");
    if (!held.call.actions.includes(action.do))
      throw new Error(`a call inside a program can ${held.call.actions.join(", ")}, not ${action.do}`);
    if (action.do === "step") this.#pause = true;
    this.#release(id, action.do);
    if (action.do === "abort") held.fail(new Error("the call was ended by hand"));
    else held.goOn(action.do === "answer" ? { instead: action.body } : {});
  }

  actAll(action: HeldAction): number {
    const able = [...this.#held.values()].filter(({ call }) => call.actions.includes(action.do));
    for (const { call } of able) this.act(call.id, action);
    return able.length;
  }

  setRewrite(): void {
    throw new Error("nothing is changed in the requests of this run");
  }

  setHold(on: boolean): void {
    this.#stays = on;
  }

  /** Whoever was there could have let them go on: nobody else knows of them. */
  setWatched(on: boolean): void {
    if (!on && !this.#stays) this.letGo();
  }

  /** All of them go on. */
  letGo(): void {
    for (const [id, { goOn }] of [...this.#held]) {
      this.#release(id, "watchers-gone");
      goOn({});
    }
  }

  onNotice(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #release(id: number, by: Extract<Notice, { type: "released" }>["by"]): void {
    this.#held.delete(id);
    if (this.#held.size === 0) {
      clearInterval(this.#alive);
      this.#alive = undefined;
    }
    this.#tell({ type: "released", id, by });
  }

  #tell(notice: Notice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}
