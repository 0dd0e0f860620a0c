import type { EventFields, EventRecord } from "../../trace/write/record.ts";

/** What is told of events, in order. Numbers are the teller's own. */
export type Telling =
  | { readonly do: "event"; readonly seq: number; readonly record: EventRecord }
  | { readonly do: "start"; readonly seq: number; readonly record: EventRecord }
  | { readonly do: "end"; readonly seq: number; readonly fields: EventFields };

/**
 * Holds back calls of which it is not known yet whether they are to be told, with everything that happens inside of
 * them; so nothing that is told has to be taken back.
 */
export class UndecidedEvents {
  readonly #out: (telling: Telling) => void;
  readonly #undecided = new Map<number, { readonly parent: number | undefined; readonly waiting: Telling[] }>();
  /** Calls that were begun inside of an undecided one, with the innermost of these. */
  readonly #holders = new Map<number, number>();

  constructor(out: (telling: Telling) => void) {
    this.#out = out;
  }

  /** Whether this call is to be told is decided later. */
  defer(seq: number, record: EventRecord): void {
    const parent = parentOf(record);
    const holder = this.#holderOf(parent);
    if (holder !== undefined) this.#holders.set(seq, holder);
    this.#undecided.set(seq, { parent, waiting: [{ do: "start", seq, record }] });
  }

  add(telling: Telling): void {
    const holder = telling.do === "end" ? this.#holders.get(telling.seq) : this.#holderOf(parentOf(telling.record));
    const waiting = holder === undefined ? undefined : this.#undecided.get(holder)?.waiting;
    if (waiting === undefined || holder === undefined) this.#out(telling);
    else waiting.push(telling);
    if (telling.do === "start" && holder !== undefined) this.#holders.set(telling.seq, holder);
  }

  isUndecided(seq: number): boolean {
    return this.#undecided.has(seq);
  }

  /** The call is told, or it is not: then what happened inside of it happened where it was called. */
  decide(seq: number, isTold: boolean): void {
    const { parent, waiting } = this.#undecided.get(seq) ?? { parent: undefined, waiting: [] };
    this.#undecided.delete(seq);
    const outer = this.#holders.get(seq);
    for (const [inner, holder] of this.#holders)
      if (holder === seq) outer === undefined ? this.#holders.delete(inner) : this.#holders.set(inner, outer);
    for (const telling of isTold ? waiting : waiting.slice(1))
      this.add(isTold ? telling : outside(telling, seq, parent));
  }

  /** All of them are told. */
  tellAll(): void {
    for (const seq of [...this.#undecided.keys()]) this.decide(seq, true);
  }

  #holderOf(seq: number | undefined): number | undefined {
    if (seq === undefined || this.#undecided.has(seq)) return seq;
    return this.#holders.get(seq);
  }
}

function parentOf({ extra }: EventRecord): number | undefined {
  return typeof extra?.parent === "number" ? extra.parent : undefined;
}

/** As if it had not happened inside of `seq`. */
function outside(telling: Telling, seq: number, parent: number | undefined): Telling {
  if (telling.do === "end" || parentOf(telling.record) !== seq) return telling;
  const { parent: _, ...extra } = telling.record.extra ?? {};
  return {
    ...telling,
    record: { ...telling.record, extra: { ...extra, ...(parent === undefined ? {} : { parent }) } },
  };
}
