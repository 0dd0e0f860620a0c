import type { HeldAction, HeldCall, HeldReason, LiveBreakpoint, LiveRewrite, Notice } from "../../control/protocol.ts";
import type { Holding } from "../../control/watched-run.ts";
import type { GatewayRequest } from "../exchange.ts";
import type { Rewriter } from "../upstream/rewriter.ts";
import type { Guards } from "./guards.ts";
import { HOLD_TIMES, Hold, type HoldSpec, type HoldTimes, type Way } from "./hold.ts";

/** Where calls stop: looked at when the opening line of a call, or its end, is in the file. */
export interface Breaks {
  readonly breakpoints: readonly LiveBreakpoint[];
  /** Some is on. */
  readonly any: boolean;
  /** One may stop the call when its answer is there. */
  mayStopAnswer(step: number): boolean;
  /** @throws Error that names the place in an expression that cannot be read; then nothing has changed */
  set(breakpoints: readonly LiveBreakpoint[]): void;
  /** The breakpoint that stops the call, in its request or because its answer is there. */
  stopAt(step: number, phase: "request" | "response"): Promise<StoppedAt | undefined>;
}

export interface StoppedAt {
  readonly expression: string;
  /** The row that matched: the call's own, or that of a tool it asks for or answers. */
  readonly row: string;
  /** What that row calls, where it is not the call itself. */
  readonly label?: string;
}

export interface Stop {
  readonly reason: HeldReason;
  readonly row?: string;
  readonly label?: string;
}

export interface HoldsOptions {
  readonly breaks?: Breaks | undefined;
  readonly rewriter?: Rewriter | undefined;
  readonly guards?: Guards | undefined;
  /** Calls stand still even before somebody watches. @default false */
  readonly waits?: boolean;
  readonly times?: Partial<HoldTimes>;
}

/** The calls of a run that stand still, and everything by which they do. Any number at once; none stops another. */
export class Holds implements Holding {
  readonly #breaks: Breaks | undefined;
  readonly #rewriter: Rewriter | undefined;
  readonly guards: Guards | undefined;
  readonly #times: HoldTimes;
  readonly #holds = new Map<number, Hold>();
  /** Answers that could not be delivered: whoever asks the same again gets them. */
  readonly #owed = new Map<string, { readonly way: Way; readonly timer: NodeJS.Timeout }>();
  readonly #listeners = new Set<(notice: Notice) => void>();
  #waits: boolean;
  #stays = false;
  #watched = false;
  #pause = false;
  #next = 1;
  #closed = false;

  constructor({ breaks, rewriter, guards, waits = false, times = {} }: HoldsOptions = {}) {
    this.guards = guards;
    this.#breaks = breaks;
    this.#rewriter = rewriter;
    this.#waits = waits;
    this.#times = { ...HOLD_TIMES, ...times };
  }

  get times(): HoldTimes {
    return this.#times;
  }

  /** Somebody could let a call go on, now or later: only then calls stand still. */
  get attended(): boolean {
    return !this.#closed && (this.#watched || this.#waits || this.#stays);
  }

  get watched(): boolean {
    return this.#watched;
  }

  /** An answer may have to be held back. */
  mayStopAnswer(step: number): boolean {
    return this.attended && this.#breaks?.any === true && this.#breaks.mayStopAnswer(step);
  }

  held(): readonly HeldCall[] {
    return [...this.#holds.values()].filter(({ stands }) => stands).map(({ call }) => call);
  }

  breakpoints(): readonly LiveBreakpoint[] {
    return this.#breaks?.breakpoints ?? [];
  }

  rewrites(): readonly LiveRewrite[] {
    return this.#rewriter?.list ?? [];
  }

  setBreakpoints(breakpoints: readonly LiveBreakpoint[]): void {
    if (this.#breaks === undefined) throw new Error("nothing is saved of this run, so no breakpoint can look at it");
    this.#breaks.set(breakpoints);
    this.#tell({ type: "breakpoints", breakpoints: this.#breaks.breakpoints });
  }

  pause(): void {
    this.#pause = true;
  }

  act(id: number, action: HeldAction): void {
    const hold = this.#holds.get(id);
    if (hold === undefined) throw new Error("this call is not held any more");
    hold.act(action);
    if (action.do === "step") this.#pause = true;
  }

  actAll(action: HeldAction): number {
    let count = 0;
    for (const hold of [...this.#holds.values()]) {
      if (!hold.stands || !hold.spec.actions.includes(action.do)) continue;
      // To go on means to fail for what is not what was recorded: nobody says that of calls unseen.
      if (hold.spec.reason.type === "drift" && (action.do === "continue" || action.do === "step")) continue;
      this.act(hold.id, action);
      count++;
    }
    return count;
  }

  setRewrite(index: number, on: boolean): void {
    this.#rewriter?.set(index, on);
  }

  setHold(on: boolean): void {
    this.#stays = on;
    if (!on && !this.#watched && !this.#waits) this.#letGo();
  }

  setWatched(on: boolean): void {
    if (this.#watched === on) return;
    this.#watched = on;
    if (on) return;
    // Whoever waited for a watcher has had one.
    this.#waits = false;
    if (!this.#stays) this.#letGo();
  }

  onNotice(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Text of the answer of a call in flight, for those who watch. */
  chunk(step: number, text: string): void {
    this.#tell({ type: "chunk", step, text });
  }

  /** Why a call is to stand still before it goes out; its opening line is in the file. */
  async atRequest(step: number, how: { readonly isCall: boolean }): Promise<Stop | undefined> {
    if (!this.attended) return undefined;
    if (this.#pause && how.isCall) {
      this.#pause = false;
      return { reason: { type: "pause", words: "paused" } };
    }
    return this.#atBreakpoint(step, "request");
  }

  /** Why a call is to stand still now that its answer is there; its end line is in the file. */
  async atAnswer(step: number): Promise<Stop | undefined> {
    return this.attended ? this.#atBreakpoint(step, "response") : undefined;
  }

  /** Stands still. Resolves with what becomes of it, for this connection; undefined: not over this one. */
  stand(spec: HoldSpec, request: GatewayRequest): Promise<Way | undefined> {
    const hold = new Hold(this.#next++, spec, {
      times: this.#times,
      events: {
        changed: () => this.#tell({ type: "held-changed", call: hold.call }),
        released: (_, by) => this.#tell({ type: "released", id: hold.id, by }),
        over: () => this.#holds.delete(hold.id),
      },
    });
    if (this.#closed) {
      spec.lost();
      return Promise.resolve(undefined);
    }
    this.#holds.set(hold.id, hold);
    const way = hold.wait(request);
    if (hold.stands) this.#tell({ type: "held", call: hold.call });
    return way;
  }

  /** A request may come that was sent before: only then need it be told from others. */
  get expectsAny(): boolean {
    return this.#owed.size > 0 || this.#holds.size > 0;
  }

  /**
   * What a request gets that was sent before: by a client that gave up (or says that it asks again) while its call was held, or one
   * whose answer could not be delivered. Undefined: it is a new call.
   */
  back(key: string, again: boolean, request: GatewayRequest): Promise<Way | undefined> | undefined {
    const owed = this.#owed.get(key);
    if (owed !== undefined) {
      clearTimeout(owed.timer);
      this.#owed.delete(key);
      return Promise.resolve(owed.way);
    }
    const equal = [...this.#holds.values()].filter(({ spec }) => spec.key === key);
    // A header says that it is sent again: then the connection it was sent over before is of no use any more.
    const hold = equal.find(({ orphaned }) => orphaned) ?? (again && equal.length === 1 ? equal[0] : undefined);
    return hold?.wait(request);
  }

  /** Whoever asks the same again gets this. */
  owe(key: string, way: Way): void {
    const timer = setTimeout(() => this.#owed.delete(key), this.#times.grace);
    timer.unref();
    this.#owed.set(key, { way, timer });
  }

  /** The agent has ended: nobody waits for an answer. */
  close(): void {
    this.#closed = true;
    for (const hold of [...this.#holds.values()]) hold.giveUp();
    for (const { timer } of this.#owed.values()) clearTimeout(timer);
    this.#owed.clear();
  }

  async #atBreakpoint(step: number, phase: "request" | "response"): Promise<Stop | undefined> {
    if (this.#breaks?.any !== true) return undefined;
    const stopped = await this.#breaks.stopAt(step, phase);
    if (stopped === undefined || !this.attended) return undefined;
    const { expression, ...at } = stopped;
    return { ...at, reason: { type: "breakpoint", words: `breakpoint ${expression}`, expression } };
  }

  #letGo(): void {
    this.#pause = false;
    for (const hold of [...this.#holds.values()])
      if (hold.stands) hold.release(hold.spec.wayOf({ do: "continue" }), "watchers-gone");
  }

  #tell(notice: Notice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}
