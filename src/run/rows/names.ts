/** Distinct strings by number: a run has few models, tools and agents, and many rows that name them. 0 is "none". */
export class Names {
  readonly #list: (string | undefined)[] = [undefined];
  readonly #numbers = new Map<string, number>();

  number(name: string | undefined): number {
    if (name === undefined) return 0;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    // A slice of a line would keep the whole line alive; the round trip through a buffer makes a copy.
    const copy = Buffer.from(name).toString();
    this.#list.push(copy);
    this.#numbers.set(copy, this.#list.length - 1);
    return this.#list.length - 1;
  }

  name(number: number): string | undefined {
    return this.#list[number];
  }
}
