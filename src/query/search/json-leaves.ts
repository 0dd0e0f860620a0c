/** A leaf of a JSON value that holds what is looked for. */
export interface Leaf {
  /** RFC 6901, from the value the walk began at. */
  readonly pointer: string;
  /** The key or the text that was looked at, decoded. */
  readonly text: string;
}

interface Place {
  readonly value: unknown;
  readonly pointer: string;
}

/**
 * Visits strings, numbers and booleans of a value in document order, keys of objects too when `keys` is set (their
 * pointer is that of their value). Stops when `visit` answers true.
 */
export function walkLeaves(
  value: unknown,
  visit: (leaf: Leaf) => boolean,
  options: { readonly keys?: boolean; readonly skip?: string; readonly at?: string } = {},
): void {
  const open: Place[] = [{ value, pointer: options.at ?? "" }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value: here, pointer } = place;
    if (pointer === options.skip) continue;
    if (typeof here !== "object" || here === null) {
      if (here !== null && here !== undefined && visit({ pointer, text: String(here) })) return;
      continue;
    }
    const inner: Place[] = [];
    if (Array.isArray(here)) here.forEach((item, k) => void inner.push({ value: item, pointer: `${pointer}/${k}` }));
    else {
      for (const [key, item] of Object.entries(here)) {
        const own = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        if (options.keys && visit({ pointer: own, text: key })) return;
        inner.push({ value: item, pointer: own });
      }
    }
    for (let k = inner.length - 1; k >= 0; k--) open.push(inner[k]!);
  }
}
