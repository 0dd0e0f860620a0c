/** Takes a value of an option that may be given several times: all of them, in order. */
export function repeated(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
