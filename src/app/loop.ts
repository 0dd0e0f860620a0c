import type { Action } from "./action.ts";
import type { Effect } from "./effect.ts";
import type { State } from "./state.ts";
import { update } from "./update.ts";

export interface LoopOptions {
  readonly state: State;
  /** Does what `update` wants done. */
  perform(effect: Effect, state: State): void;
  /** Puts a state on the screen; called once for all actions of one turn. */
  paint(state: State): void;
}

/** Actions in, states and effects out: the one place where state is replaced. */
export class Loop {
  #state: State;
  #painting = false;
  readonly #options: LoopOptions;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#state = options.state;
  }

  get state(): State {
    return this.#state;
  }

  /** All actions of one turn (the keys of one read), then one frame. */
  dispatch(...actions: readonly Action[]): void {
    for (const action of actions) {
      const result = update({ ...this.#state, clock: Date.now() }, action);
      this.#state = result.state;
      for (const effect of result.effects) this.#options.perform(effect, this.#state);
    }
    this.paint();
  }

  /** Paints at the end of this turn: an effect that dispatches in its turn costs no frame of its own. */
  paint(): void {
    if (this.#painting) return;
    this.#painting = true;
    queueMicrotask(() => {
      this.#painting = false;
      this.#options.paint(this.#state);
    });
  }
}
