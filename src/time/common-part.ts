/** Longest common parts of one text with many, each in time of its own length. */

interface State {
  readonly next: Map<number, State>;
  link: State | undefined;
  length: number;
}

export interface CommonPart {
  /** In the text that was searched. */
  readonly at: number;
  readonly length: number;
}

/** A suffix automaton of `text` (Blumer et al. 1985): knows every part of it. */
export class CommonParts {
  readonly #start: State = { next: new Map(), link: undefined, length: 0 };

  constructor(text: string) {
    let last = this.#start;
    for (let i = 0; i < text.length; i++) last = this.#extend(last, text.charCodeAt(i));
  }

  longestIn(text: string): CommonPart {
    let state = this.#start;
    let length = 0;
    let best: CommonPart = { at: 0, length: 0 };
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      while (state.link && !state.next.has(code)) {
        state = state.link;
        length = state.length;
      }
      const next = state.next.get(code);
      if (!next) continue;
      state = next;
      length++;
      if (length > best.length) best = { at: i + 1 - length, length };
    }
    return best;
  }

  #extend(last: State, code: number): State {
    const made: State = { next: new Map(), link: this.#start, length: last.length + 1 };
    let state: State | undefined = last;
    for (; state && !state.next.has(code); state = state.link) state.next.set(code, made);
    const target = state?.next.get(code);
    if (!state || !target) return made;
    if (target.length === state.length + 1) {
      made.link = target;
      return made;
    }
    const copy: State = { next: new Map(target.next), link: target.link, length: state.length + 1 };
    for (; state?.next.get(code) === target; state = state.link) state.next.set(code, copy);
    target.link = copy;
    made.link = copy;
    return made;
  }
}
