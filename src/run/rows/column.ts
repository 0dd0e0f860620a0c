type Cells = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;
type CellsConstructor = new (length: number) => Cells;

/**
 * A growing typed column. Until a value other than `unset` is written it takes no memory at all,
 * so that rare fields cost nothing in runs that do not have them.
 */
export class Column {
  #cells: Cells | undefined;
  readonly #make: CellsConstructor;
  readonly #unset: number;

  constructor(make: CellsConstructor, unset: number) {
    this.#make = make;
    this.#unset = unset;
  }

  get(index: number): number {
    return this.#cells?.[index] ?? this.#unset;
  }

  set(index: number, value: number): void {
    if (this.#cells === undefined || index >= this.#cells.length) {
      if (value === this.#unset || Number.isNaN(value)) return;
      this.#grow(index);
    }
    this.#cells![index] = value;
  }

  get bytes(): number {
    return this.#cells?.byteLength ?? 0;
  }

  #grow(index: number): void {
    const old = this.#cells;
    const next = new this.#make(Math.max(256, index + 1, Math.ceil((old?.length ?? 0) * 1.5)));
    if (old) next.set(old);
    next.fill(this.#unset, old?.length ?? 0);
    this.#cells = next;
  }
}

export const UNKNOWN = 0xffffffff;

export const bytes = (unset = 0) => new Column(Uint8Array, unset);
export const shorts = (unset = 0) => new Column(Uint16Array, unset);
/** Unsigned 32 bits; all-ones is "unknown". */
export const counts = () => new Column(Uint32Array, UNKNOWN);
export const links = () => new Column(Int32Array, -1);
export const reals = () => new Column(Float64Array, Number.NaN);
export const shortReals = () => new Column(Float32Array, Number.NaN);

/** What was written to such a column, in the digits that 32 bits keep: 0.6, not 0.6000000238418579. */
export function shortReal(cell: number): number {
  if (cell < 1000) return Math.round(cell * 1000) / 1000;
  return cell < 1_000_000 ? Math.round(cell * 10) / 10 : Math.round(cell);
}
