import { parsePointer } from "../json/pointer.ts";

/**
 * JSON pointers with wildcards: `*` stands for any one key or index, `**` for any number of them.
 * All patterns of a set are followed at once while a value is walked, as one automaton built on the way.
 */
export interface PatternState {
  /** Some pattern ends here. */
  readonly hit: boolean;
  /** No pattern can match below. */
  readonly dead: boolean;
  /** Tells states of one set apart. */
  readonly id: number;
  step(key: string): PatternState;
}

/** What is wrong with a pattern, in words; undefined when nothing is. */
export function patternProblem(pattern: string): string | undefined {
  if (parsePointer(pattern) !== undefined && pattern !== "") return undefined;
  return `"${pattern}" is no JSON pointer: it begins with / (/messages/0/content, /tools/*/description, /**/created_at)`;
}

/** @throws RangeError for a text that `patternProblem` complains of. */
export function patterns(texts: readonly string[]): PatternState {
  const tokens = texts.map((text) => {
    const problem = patternProblem(text);
    if (problem !== undefined) throw new RangeError(problem);
    return parsePointer(text) ?? [];
  });
  return new PatternSet(tokens).start;
}

type Place = readonly [pattern: number, token: number];

class PatternSet {
  readonly #patterns: readonly (readonly string[])[];
  /** Keys that patterns name: all others behave alike. */
  readonly #named: ReadonlySet<string>;
  readonly #states = new Map<string, PatternState>();
  readonly start: PatternState;

  constructor(list: readonly (readonly string[])[]) {
    this.#patterns = list;
    this.#named = new Set(list.flat());
    this.start = this.#state(list.map((_, p) => [p, 0]));
  }

  #state(places: readonly Place[]): PatternState {
    const all = this.#closure(places);
    const name = all.map(([p, t]) => `${p}.${t}`).join(" ");
    const known = this.#states.get(name);
    if (known) return known;
    const next = new Map<string, PatternState>();
    const state: PatternState = {
      id: this.#states.size,
      hit: all.some(([p, t]) => t === this.#patterns[p]?.length),
      dead: all.every(([p, t]) => t === this.#patterns[p]?.length),
      step: (key) => {
        const label = this.#named.has(key) ? key : "*";
        let after = next.get(label);
        if (!after) {
          after = this.#state(this.#after(all, key));
          next.set(label, after);
        }
        return after;
      },
    };
    this.#states.set(name, state);
    return state;
  }

  /** `**` may stand for nothing: the place behind it counts too. */
  #closure(places: readonly Place[]): readonly Place[] {
    const found = new Map<string, Place>();
    const open = [...places];
    for (let place = open.pop(); place; place = open.pop()) {
      const [p, t] = place;
      if (found.has(`${p}.${t}`)) continue;
      found.set(`${p}.${t}`, place);
      if (this.#patterns[p]?.[t] === "**") open.push([p, t + 1]);
    }
    return [...found.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  #after(places: readonly Place[], key: string): Place[] {
    return places.flatMap(([p, t]): Place[] => {
      const token = this.#patterns[p]?.[t];
      if (token === undefined) return [];
      if (token === "**") return [[p, t]];
      return token === "*" || token === key ? [[p, t + 1]] : [];
    });
  }
}
