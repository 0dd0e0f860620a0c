/** JSON under construction: what folding a stream grows in place, so that a long stream costs its length and no more. */
export type Draft = null | boolean | number | string | Draft[] | DraftObject;
export interface DraftObject {
  [key: string]: Draft;
}

/** The value that `source` holds as JSON, free to be changed; undefined when it is no JSON. */
export function parseDraftValue(source: string): Draft | undefined {
  try {
    return JSON.parse(source) as Draft;
  } catch {
    return undefined;
  }
}

/** The same, for objects alone. */
export function parseDraft(source: string): DraftObject | undefined {
  const value = parseDraftValue(source);
  return isDraftObject(value) ? value : undefined;
}

export function isDraftObject(value: unknown): value is DraftObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The own property `key`, never a prototype's. */
export function get(value: Draft | undefined, key: string): Draft | undefined {
  return isDraftObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Sets an own property, whatever its name. */
export function put(target: DraftObject, key: string, value: Draft): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

/** Appends `value` to the string at `key`; anything but a string is ignored. */
export function append(target: DraftObject, key: string, value: Draft | undefined): void {
  if (typeof value !== "string") return;
  const before = get(target, key);
  put(target, key, typeof before === "string" ? before + value : value);
}

/** Copies the fields of `source` that are not null. */
export function assignKnown(target: DraftObject, source: Draft | undefined, except: readonly string[] = []): void {
  if (!isDraftObject(source)) return;
  for (const [key, value] of Object.entries(source)) {
    if (value !== null && !except.includes(key)) put(target, key, value);
  }
}

/** Values of `map` by rising key: streams number their parts, and may send them in any order. */
export function inOrder<T>(map: ReadonlyMap<number, T>): T[] {
  return [...map].sort(([a], [b]) => a - b).map(([, value]) => value);
}
