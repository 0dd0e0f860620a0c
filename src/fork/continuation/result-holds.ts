import type { HeldAction, HeldActionName, HeldCall, LiveRewrite, Notice } from "../../control/protocol.ts";
import type { Holding } from "../../control/watched-run.ts";
import { stepName } from "../../run/step/step-name.ts";
import type { ToolQuestion, ToolReply } from "./continuation.ts";
import { callWords, questionLines } from "./continuation-report.ts";

/** Ids of other holds stay below. */
const FIRST_ID = 1001;

/** So long a call waits for somebody to come, in milliseconds: as long as most clients wait for a model. */
const PATIENCE = 600_000;

const LEFT = "nobody is left to answer it: the last one who watched has gone (--hold waits for the next)";
const NOBODY = `nobody came to answer it within ${PATIENCE / 60_000} minutes (--hold waits for as long as it takes)`;

interface Hold {
  readonly call: HeldCall;
  /** Somebody can be asked elsewhere too: it does not depend on watchers. */
  readonly elsewhere: boolean;
  patience?: NodeJS.Timeout | undefined;
  settle(reply: ToolReply, by: Extract<Notice, { type: "released" }>["by"]): void;
}

/** Tool calls without a result, held until a watcher says what came of them. */
export class ResultHolds implements Holding {
  readonly #holds = new Map<number, Hold>();
  readonly #listeners = new Set<(notice: Notice) => void>();
  #next = FIRST_ID;
  #watched = false;
  #hold = false;

  get watched(): boolean {
    return this.#watched;
  }

  /**
   * Resolves with what a watcher has decided; "abort" when `gone`; "nothing" when the last watcher leaves, or none comes,
   * unless it is to stay held, or somebody else is asked too (`elsewhere`).
   */
  ask(question: ToolQuestion, gone: AbortSignal, elsewhere = false): Promise<ToolReply> {
    const call = heldCall(this.#next++, question);
    return new Promise((resolve) => {
      const leave = (): void => this.#holds.get(call.id)?.settle({ do: "abort" }, "client-gone");
      const settle: Hold["settle"] = (reply, by) => {
        if (!this.#holds.delete(call.id)) return;
        gone.removeEventListener("abort", leave);
        clearTimeout(hold.patience);
        this.#notify({ type: "released", id: call.id, by });
        resolve(reply);
      };
      const hold: Hold = { call, elsewhere, settle };
      this.#holds.set(call.id, hold);
      if (!this.#watched) this.#waitFor(hold);
      gone.addEventListener("abort", leave, { once: true });
      this.#notify({ type: "held", call });
      if (gone.aborted) leave();
    });
  }

  held(): readonly HeldCall[] {
    return [...this.#holds.values()].map(({ call }) => call);
  }

  act(id: number, action: HeldAction): void {
    const hold = this.#holds.get(id);
    if (hold === undefined) throw new Error("this call is not held any more");
    const reply = hold.call.actions.includes(action.do) ? replyOf(action) : undefined;
    if (reply === undefined) throw new Error(`a call without a result cannot do "${action.do}"`);
    hold.settle(reply, action.do);
  }

  actAll(action: HeldAction): number {
    const able = this.held().filter(({ actions }) => actions.includes(action.do));
    for (const { id } of able) this.act(id, action);
    return able.length;
  }

  setHold(on: boolean): void {
    this.#hold = on;
  }

  setWatched(on: boolean): void {
    this.#watched = on;
    for (const hold of [...this.#holds.values()]) {
      clearTimeout(hold.patience);
      if (!on) this.#endOf(hold, LEFT);
    }
  }

  #waitFor(hold: Hold): void {
    hold.patience = setTimeout(() => this.#endOf(hold, NOBODY), PATIENCE);
  }

  #endOf({ elsewhere, settle }: Hold, why: string): void {
    if (!elsewhere && !this.#hold) settle({ do: "nothing", why }, "watchers-gone");
  }

  onNotice(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // What stops calls at the gateway is not here.
  breakpoints(): readonly [] {
    return [];
  }
  rewrites(): readonly LiveRewrite[] {
    return [];
  }
  setBreakpoints(): void {
    throw new Error("this run has no breakpoints");
  }
  pause(): void {
    throw new Error("this run cannot be paused");
  }
  setRewrite(): void {
    throw new Error("this run has no rewrites");
  }

  #notify(notice: Notice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}

function heldCall(id: number, question: ToolQuestion): HeldCall {
  const { call, nearest, step, letter } = question;
  const [, words = "", ...lines] = questionLines(question);
  const actions: HeldActionName[] = nearest === undefined ? ["answer", "abort"] : ["answer", "recorded", "abort"];
  return {
    id,
    step,
    row: stepName(step, letter),
    label: `tool ${callWords({ call })}`,
    phase: "result",
    reason: { type: "no-result", words: "the recording does not answer this call" },
    since: Date.now(),
    drift: { words, lines, ...stepOf(nearest?.step) },
    ...(nearest?.text === undefined ? {} : { template: nearest.text }),
    actions,
  };
}

function stepOf(row: string | undefined): { readonly step?: number } {
  return row === undefined ? {} : { step: Number.parseInt(row, 10) };
}

function replyOf(action: HeldAction): ToolReply | undefined {
  switch (action.do) {
    case "answer":
      return { do: "answer", text: typeof action.body === "string" ? action.body : JSON.stringify(action.body) };
    case "recorded":
    case "abort":
      return { do: action.do };
    default:
      return undefined;
  }
}
