import type { HeldReason } from "../../control/protocol.ts";
import type { KnownRequest } from "../../record/request/known-request.ts";
import { repeatedResult } from "../replaying/repeated-result.ts";

/** What live calls have cost so far; `stats` knows prices, this does not. */
export interface Spending {
  /** USD; undefined: nothing is known. */
  readonly spent: number | undefined;
  /** Some call cost more than is known. */
  readonly atLeast: boolean;
  /** What a call of this model would cost cannot be known. */
  unpriced(call: { readonly name: string; readonly provider: string | undefined }): boolean;
}

export interface GuardLimits {
  /** USD for live calls. */
  readonly budget?: number | undefined;
  /** Live calls of models. */
  readonly maxCalls?: number | undefined;
  /** The same request, or the same tool call with the same result, so many times in a row; 0: any number. */
  readonly loop: number;
  /** Without anybody to ask, a loop is let be: nobody has asked for it to be stopped. */
  readonly loopOnlyWatched?: boolean;
}

interface Broken {
  readonly reason: HeldReason;
  /** It goes on by somebody's word. */
  accept(): void;
}

/** Looks at every call of a model that is about to cost money, and says which should not go out by itself. */
export class Guards {
  readonly #limits: GuardLimits;
  readonly #spending: Spending | undefined;
  /** The last request, and how often in a row it has been made since it was let on by hand. */
  #row: { readonly key: string; readonly times: number } | undefined;
  /** Length of the row of equal results that was let on by hand. */
  readonly #accepted = new Map<string, number>();
  readonly #unpriced = new Set<string>();
  readonly #refused = new Map<string, number>();
  #unknownAccepted = false;
  #calls = 0;

  constructor(limits: GuardLimits, spending?: Spending) {
    this.#limits = limits;
    this.#spending = spending;
  }

  /** Nothing could keep a call back, as long as nobody watches. */
  get idle(): boolean {
    const { budget, maxCalls, loop, loopOnlyWatched } = this.#limits;
    return budget === undefined && maxCalls === undefined && (loop <= 0 || loopOnlyWatched === true);
  }

  /** Why calls were kept back, a line each. */
  get refused(): readonly string[] {
    return [...this.#refused].map(([words, times]) => (times > 1 ? `${words} (${times} calls)` : words));
  }

  refuse({ words }: HeldReason): void {
    this.#refused.set(words, (this.#refused.get(words) ?? 0) + 1);
  }

  /** A call of a model goes out. */
  goes({ read: { call } }: KnownRequest): void {
    if (call.kind === "llm" || call.kind === "memory") this.#calls++;
  }

  /** Undefined: it may go out. `attended`: somebody can be asked. */
  check(known: KnownRequest, attended: boolean): Broken | undefined {
    const { call } = known.read;
    if (call.kind !== "llm" && call.kind !== "memory") return undefined;
    return (
      this.#callsMade() ??
      this.#money(known) ??
      (attended || !this.#limits.loopOnlyWatched ? this.#loop(known) : undefined)
    );
  }

  #callsMade(): Broken | undefined {
    const { maxCalls } = this.#limits;
    if (maxCalls === undefined || this.#calls < maxCalls) return undefined;
    return {
      reason: { type: "max-calls", words: `--max-calls: ${this.#calls} of ${maxCalls} live calls made` },
      accept: () => undefined,
    };
  }

  #money({ read: { call } }: KnownRequest): Broken | undefined {
    const { budget } = this.#limits;
    if (budget === undefined || this.#spending === undefined) return undefined;
    const { spent = 0, atLeast } = this.#spending;
    const broken = (words: string, accept: () => void = () => undefined): Broken => ({
      reason: { type: "budget", words: `--budget: ${words}` },
      accept,
    });
    if (spent >= budget) return broken(`${atLeast ? "at least " : ""}${usd(spent)} of ${usd(budget)} spent`);
    const { name, provider } = call;
    if (!this.#unpriced.has(name) && this.#spending.unpriced({ name, provider }))
      return broken(`no price is known for ${name} (--price gives one)`, () => this.#unpriced.add(name));
    if (!atLeast || this.#unknownAccepted || this.#unpriced.size > 0) return undefined;
    return broken(`what a call has cost is not known: at least ${usd(spent)} of ${usd(budget)} spent`, () => {
      this.#unknownAccepted = true;
    });
  }

  #loop({ key, read, retryOf }: KnownRequest): Broken | undefined {
    const { loop } = this.#limits;
    if (loop <= 0 || read.call.kind !== "llm") return undefined;
    const before = this.#row?.key === key ? this.#row.times : 0;
    const times = before + (retryOf === undefined ? 1 : 0);
    this.#row = { key, times };
    if (times >= loop) {
      const accept = (): void => {
        this.#row = { key, times: 0 };
      };
      const words = `--loop: the same request for the ${ordinal(times)} time in a row`;
      return { reason: { type: "loop", words }, accept };
    }
    const repeated = repeatedResult(read);
    if (repeated === undefined) return undefined;
    const { name, digest, times: results } = repeated;
    if (results - (this.#accepted.get(digest) ?? 0) < loop) return undefined;
    const words = `--loop: ${name} was called with the same arguments and had the same result ${results} times in a row`;
    return { reason: { type: "loop", words }, accept: () => void this.#accepted.set(digest, results) };
  }
}

function usd(amount: number): string {
  return `$${amount >= 0.01 || amount === 0 ? amount.toFixed(2) : amount.toPrecision(1)}`;
}

function ordinal(n: number): string {
  const ending = n % 100 > 10 && n % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending}`;
}
