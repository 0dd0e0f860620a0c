import type { RecordedCall } from "./matcher.ts";

/** Calls by a key, the first unserved one of each at hand in constant time: what was served never becomes unserved. */
export class CallIndex {
  readonly #lists = new Map<string, { readonly calls: RecordedCall[]; head: number }>();

  constructor(recorded: readonly RecordedCall[], keysOf: (call: RecordedCall) => readonly string[]) {
    for (const call of recorded) {
      for (const key of new Set(keysOf(call))) {
        const list = this.#lists.get(key);
        if (list === undefined) this.#lists.set(key, { calls: [call], head: 0 });
        else list.calls.push(call);
      }
    }
  }

  first(key: string): RecordedCall | undefined {
    const list = this.#lists.get(key);
    if (list === undefined) return undefined;
    while (list.calls[list.head]?.served === true) list.head++;
    return list.calls[list.head];
  }

  /** The earliest unserved call below `limit` under any of the keys. */
  firstOf(keys: readonly string[], limit: number): RecordedCall | undefined {
    let found: RecordedCall | undefined;
    for (const key of keys) {
      const call = this.first(key);
      if (call !== undefined && call.step < limit && call.step < (found?.step ?? limit)) found = call;
    }
    return found;
  }
}

/** Keeps what `make` makes of a list of calls, for as long as the same list comes. */
export function indexedBy<T>(make: (recorded: readonly RecordedCall[]) => T): (recorded: readonly RecordedCall[]) => T {
  const made = new WeakMap<readonly RecordedCall[], T>();
  return (recorded) => {
    const known = made.get(recorded);
    if (known !== undefined) return known;
    const fresh = make(recorded);
    made.set(recorded, fresh);
    return fresh;
  };
}
