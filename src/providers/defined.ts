type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** `fields` without those that are undefined, for spreading into a value whose optional fields must be absent. */
export function defined<T extends Readonly<Record<string, unknown>>>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
