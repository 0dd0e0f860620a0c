import type { HeldAction, HeldActionName, HeldCall } from "../../control/protocol.ts";
import type { Decision, GatewayRequest } from "../exchange.ts";
import type { AnswerForm } from "./agent-line.ts";
import { clientLimit } from "./client-limit.ts";

/** What becomes of a call when it goes on, for whatever connection waits for it then. */
export type Way = (request: GatewayRequest) => Decision | Promise<Decision>;

/** A call that is to stand still. */
export interface HoldSpec
  extends Pick<HeldCall, "step" | "row" | "label" | "phase" | "reason" | "drift" | "template" | "actions"> {
  /** Equal for requests that ask the same. */
  readonly key: string;
  /** Form of the answer, by which its client is kept waiting; undefined: nothing can be sent to it. */
  readonly form: AnswerForm | undefined;
  /** Its client gives it up for good: it does not come back to ask again. */
  readonly isAskedOnce?: boolean;
  /** @throws Error with a message for people when it cannot be done */
  wayOf(action: HeldAction): Way;
  /** Its client has gone and not come back. */
  lost(): void;
}

export interface HoldTimes {
  /** Before a client is kept waiting with bytes, and between them, in milliseconds. */
  readonly first: number;
  readonly every: number;
  /** For a client that has gone to come back. */
  readonly grace: number;
}

export const HOLD_TIMES: HoldTimes = { first: 20_000, every: 15_000, grace: 60_000 };

export type ReleasedBy = HeldActionName | "client-gone" | "watchers-gone";

export interface HoldEvents {
  changed(hold: Hold): void;
  /** It stands still no more: an action, or nobody waits for it. */
  released(hold: Hold, by: ReleasedBy): void;
  /** Neither held nor waited for: it can be forgotten. */
  over(hold: Hold): void;
}

/** One call that stands still. Connections come and go; what was decided is given to the one that waits. */
export class Hold {
  readonly id: number;
  readonly spec: HoldSpec;
  readonly #times: HoldTimes;
  readonly #events: HoldEvents;
  readonly #since = Date.now();
  #way: Way | undefined;
  #over = false;
  #waiting: { readonly request: GatewayRequest; readonly done: (way: Way | undefined) => void } | undefined;
  #begun = false;
  #until: number | undefined;
  #grace: NodeJS.Timeout | undefined;

  constructor(id: number, spec: HoldSpec, how: { readonly times: HoldTimes; readonly events: HoldEvents }) {
    this.id = id;
    this.spec = spec;
    this.#times = how.times;
    this.#events = how.events;
  }

  /** Nothing has been decided yet. */
  get stands(): boolean {
    return this.#way === undefined && !this.#over;
  }

  /** No connection waits: a client may come back to it. */
  get orphaned(): boolean {
    return this.#waiting === undefined && !this.#over;
  }

  get call(): HeldCall {
    const { step, row, label, phase, reason, drift, template, actions } = this.spec;
    const opened = this.#waiting?.request.line?.opened;
    const until = opened === undefined ? this.#until : undefined;
    return {
      ...{ id: this.id, step, row, label, phase, reason, actions, since: this.#since },
      ...(until === undefined ? {} : { until }),
      ...(opened === undefined ? {} : { failsAs: opened === "json" ? "closed-connection" : "stream-error" }),
      ...(drift === undefined ? {} : { drift }),
      ...(template === undefined ? {} : { template }),
    };
  }

  /** Resolves when it goes on; undefined: not over this connection. */
  wait(request: GatewayRequest): Promise<Way | undefined> {
    clearTimeout(this.#grace);
    this.#waiting?.done(undefined);
    const back = this.#begun;
    this.#begun = true;
    const limit = clientLimit(request.headers);
    this.#until = limit === undefined ? undefined : Date.now() + limit;
    return new Promise((resolve) => {
      const gone = (): void => this.#left(request);
      const done = (way: Way | undefined): void => {
        request.gone.removeEventListener("abort", gone);
        if (way === undefined) request.line?.rest();
        else request.line?.relax();
        resolve(way);
      };
      this.#waiting = { request, done };
      if (request.gone.aborted) return gone();
      request.gone.addEventListener("abort", gone, { once: true });
      if (this.#way !== undefined) return this.#give(this.#way);
      this.#keepWaiting(request, limit);
      if (back) this.#events.changed(this);
    });
  }

  /** @throws Error with a message for people when it cannot do that */
  act(action: HeldAction): void {
    if (!this.stands) throw new Error(`${this.#name} is not held any more`);
    if (!this.spec.actions.includes(action.do))
      throw new Error(`${this.#name} cannot do that here: it can ${this.spec.actions.join(", ")}`);
    this.release(this.spec.wayOf(action), action.do);
  }

  /** By the number that commands are given, and by its step. */
  get #name(): string {
    return `held call ${this.id} (step ${this.spec.row})`;
  }

  release(way: Way, by: ReleasedBy): void {
    this.#way = way;
    this.#events.released(this, by);
    if (this.#waiting !== undefined) this.#give(way);
  }

  /** Nobody will come back. */
  giveUp(): void {
    if (this.#over) return;
    clearTimeout(this.#grace);
    const stood = this.stands;
    this.#over = true;
    this.#waiting?.done(undefined);
    this.#waiting = undefined;
    this.spec.lost();
    if (stood) this.#events.released(this, "client-gone");
    this.#events.over(this);
  }

  #give(way: Way): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#over = true;
    waiting?.done(way);
    this.#events.over(this);
  }

  #left(request: GatewayRequest): void {
    if (this.#waiting?.request !== request) return;
    const { done } = this.#waiting;
    this.#waiting = undefined;
    done(undefined);
    this.#until = undefined;
    if (this.spec.isAskedOnce) return this.giveUp();
    this.#grace = setTimeout(() => this.giveUp(), this.#times.grace);
    this.#grace.unref();
    this.#events.changed(this);
  }

  /** A client that gives up sooner is kept waiting sooner. */
  #keepWaiting(request: GatewayRequest, limit: number | undefined): void {
    const { form } = this.spec;
    if (form === undefined) return;
    const { first, every } = this.#times;
    const times = { first: limit === undefined ? first : Math.min(first, limit / 2), every };
    request.line?.keepWaiting(form, times, () => this.#events.changed(this));
  }
}
