/** The order of strings that is the same on every machine, and that canonical JSON gives its keys. Source: RFC 8785, section 3.2.3. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
