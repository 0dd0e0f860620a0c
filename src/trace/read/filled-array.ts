import { isArray, isObject, type Json, parse } from "../../json/json.ts";
import type { Elements } from "../event.ts";
import type { ElementReader } from "./element-reader.ts";
import type { RunPart } from "./run-part.ts";

/** An array may be said to have so many elements; a hostile file says more. */
const MOST_ELEMENTS = 1_000_000;

interface Stretch {
  readonly pool: string;
  readonly first: number;
  /** Index in the array of its first element. */
  readonly from: number;
  readonly length: number;
}

/** An array whose elements lie in pools: `[[pool, first, last], …]`. */
export class FilledArray implements Elements {
  readonly length: number;
  readonly #stretches: readonly Stretch[];
  readonly #run: RunPart;
  readonly #reader: ElementReader;

  constructor(ranges: readonly Json[], run: RunPart, reader: ElementReader) {
    const stretches: Stretch[] = [];
    let length = 0;
    for (const range of ranges) {
      const [pool, first, last] = isArray(range) ? range : [];
      if (typeof pool !== "string" || !isIndex(first) || !isIndex(last) || last < first) continue;
      const count = Math.min(last - first + 1, MOST_ELEMENTS - length);
      stretches.push({ pool, first, from: length, length: count });
      length += count;
    }
    this.length = length;
    this.#stretches = stretches;
    this.#run = run;
    this.#reader = reader;
  }

  /** Null where the element is missing or damaged. */
  at(index: number): Json {
    const text = this.text(index);
    return text === undefined ? null : (parse(text) ?? null);
  }

  key(index: number): string {
    const name = this.#name(index);
    return name ? `${name[0]}:${name[1]}` : `?:${index}`;
  }

  /** The element's verbatim text; undefined when it is missing or damaged. */
  text(index: number, notices = new Set<string>()): string | undefined {
    const name = this.#name(index);
    return name && this.#reader.element(this.#run, name, notices);
  }

  /** Pointers of places in the element where a secret was replaced. */
  masked(index: number): readonly string[] {
    const name = this.#name(index);
    return name ? this.#reader.masked(this.#run, name) : [];
  }

  #name(index: number): readonly [string, number] | undefined {
    const stretch = this.#stretches.findLast(({ from }) => from <= index);
    if (!stretch || index < 0 || index >= this.length) return undefined;
    return [stretch.pool, stretch.first + index - stretch.from];
  }
}

/** One value in a pool: `{"value":[pool, n]}`. */
export function valueName(entry: Json): readonly [string, number] | undefined {
  const value = isObject(entry) ? entry.value : undefined;
  const [pool, number] = isArray(value) ? value : [];
  return typeof pool === "string" && isIndex(number) ? [pool, number] : undefined;
}

function isIndex(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
