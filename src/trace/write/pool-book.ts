import type { SplitElement } from "./split-text.ts";

/** Remembers which elements a run's file holds already, and decides where new ones go. FORMAT.md, section 4. */

/** `[pool, first, last]`, inclusive. */
export type Range = readonly [pool: string, first: number, last: number];

export interface AddedElement {
  readonly pool: string;
  readonly number: number;
  readonly element: SplitElement;
  /** Its unmarked form stands under the same number in the pool itself: only the markers need be written. */
  readonly isTwin: boolean;
}

export interface Placement {
  readonly ranges: readonly Range[];
  /** Elements to be written, in order. */
  readonly added: readonly AddedElement[];
}

/** An element repeated under a new number costs its bytes once, a reference out of order costs a range in every later request. */
const REPEAT_BYTES = 128;
/** Conversations whose continuation is recognised at the same time. */
const LIVE_POOLS = 64;

interface Pool {
  readonly name: string;
  readonly pointer: string;
  next: number;
  /** Digest by number: the pool's own elements and those of its twin. */
  readonly own: (string | undefined)[];
  readonly twin: (string | undefined)[];
  /** The last request's elements, cache markers aside. */
  last: readonly string[];
}

interface Place {
  readonly pool: Pool;
  readonly number: number;
  readonly twin: boolean;
}

export class PoolBook {
  readonly #places = new Map<string, Place>();
  /** Most recently used last. */
  readonly #pools: Pool[] = [];
  #opened = 0;
  #undo: (() => void)[] = [];

  /** Everything placed since the last call is in the file. */
  commit(): void {
    this.#undo = [];
  }

  /** Nothing placed since the last `commit` was written: forget it, and use its numbers again. */
  rollback(): void {
    for (const undo of this.#undo.reverse()) undo();
    this.#undo = [];
  }

  /** Whether the element is in the file already. */
  has(element: SplitElement): boolean {
    return this.#places.has(element.digest);
  }

  /** Places of the elements of the array at `pointer`. */
  placeList(pointer: string, elements: readonly SplitElement[]): Placement {
    const bases = elements.map(({ bare }) => bare.digest);
    const extended = this.#extended(pointer, bases);
    const { pool, common = elements.length } = extended ?? {};
    return this.#place(elements, { pointer, pool, common, bases });
  }

  /** Place of a value that is no array: all values of one pointer share a pool. */
  placeValue(pointer: string, element: SplitElement): Placement {
    const pool = this.#pools.find((each) => each.pointer === pointer);
    return this.#place([element], { pointer, pool, common: 1, bases: [element.bare.digest] });
  }

  #place(
    elements: readonly SplitElement[],
    home: {
      readonly pointer: string;
      readonly pool: Pool | undefined;
      readonly common: number;
      /** Digests of the elements, cache markers aside. */
      readonly bases: readonly string[];
    },
  ): Placement {
    const added: AddedElement[] = [];
    const places: Place[] = [];
    let pool = home.pool;
    for (const [i, element] of elements.entries()) {
      const before = places.at(-1);
      let place = before && follower(before, element.digest);
      if (!place && !(i >= home.common && i > 0 && element.length <= REPEAT_BYTES)) {
        place = this.#places.get(element.digest);
      }
      if (!place) {
        pool ??= this.#open(home.pointer);
        place = this.#add(pool, element, added);
      }
      places.push(place);
    }
    if (pool) this.#use(pool, home.bases);
    return { ranges: rangesOf(places), added };
  }

  /** The pool whose last request these elements continue: all of it but at most its last two. */
  #extended(pointer: string, bases: readonly string[]): { readonly pool: Pool; readonly common: number } | undefined {
    let best: { readonly pool: Pool; readonly common: number } | undefined;
    for (const pool of this.#pools.slice(-LIVE_POOLS)) {
      if (pool.pointer !== pointer) continue;
      const common = commonPrefix(pool.last, bases);
      if (common > (best?.common ?? 0) && common >= pool.last.length - 2) best = { pool, common };
    }
    return best;
  }

  #add(pool: Pool, element: SplitElement, added: AddedElement[]): Place {
    const { bare } = element;
    const place = { pool, number: pool.next, twin: false };
    if (bare === element) return this.#enter(place, { element, isTwin: false }, added);
    const own = this.#places.get(bare.digest) ?? this.#enter(place, { element: bare, isTwin: false }, added);
    const free = !own.twin && own.pool.twin[own.number] === undefined;
    if (free) return this.#enter({ ...own, twin: true }, { element, isTwin: true }, added);
    // Marked in a second way: an element in its own right.
    return this.#enter({ pool, number: pool.next, twin: true }, { element, isTwin: false }, added);
  }

  #enter(place: Place, { element, isTwin }: Pick<AddedElement, "element" | "isTwin">, added: AddedElement[]): Place {
    const { pool, number, twin } = place;
    const { digest } = element;
    const slots = twin ? pool.twin : pool.own;
    const next = pool.next;
    const known = this.#places.has(digest);
    slots[number] = digest;
    pool.next = Math.max(next, number + 1);
    if (!known) this.#places.set(digest, place);
    added.push({ pool: nameOf(place), number, element, isTwin });
    this.#undo.push(() => {
      slots[number] = undefined;
      pool.next = next;
      if (!known) this.#places.delete(digest);
    });
    return place;
  }

  #open(pointer: string): Pool {
    const pool: Pool = { name: poolName(this.#opened++), pointer, next: 0, own: [], twin: [], last: [] };
    this.#pools.push(pool);
    this.#undo.push(() => {
      this.#pools.splice(this.#pools.indexOf(pool), 1);
      this.#opened--;
    });
    return pool;
  }

  #use(pool: Pool, bases: readonly string[]): void {
    const last = pool.last;
    pool.last = bases;
    // It stands near the end: a run may have any number of them.
    this.#pools.push(...this.#pools.splice(this.#pools.lastIndexOf(pool), 1));
    this.#undo.push(() => {
      pool.last = last;
    });
  }
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** The place right behind `place`, in its pool or the twin, when `digest` lies there. */
function follower({ pool, number }: Place, digest: string): Place | undefined {
  if (pool.own[number + 1] === digest) return { pool, number: number + 1, twin: false };
  if (pool.twin[number + 1] === digest) return { pool, number: number + 1, twin: true };
  return undefined;
}

function nameOf({ pool, twin }: Place): string {
  return twin ? `${pool.name}+` : pool.name;
}

function rangesOf(places: readonly Place[]): Range[] {
  const ranges: [string, number, number][] = [];
  for (const place of places) {
    const name = nameOf(place);
    const range = ranges.at(-1);
    if (range && range[0] === name && range[2] + 1 === place.number) range[2] = place.number;
    else ranges.push([name, place.number, place.number]);
  }
  return ranges;
}

/** a, b, ..., z, aa, ab, ... */
function poolName(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : poolName(Math.floor(index / 26) - 1) + letter;
}
