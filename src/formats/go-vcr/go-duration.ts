/** Milliseconds of a duration as Go's `time.Duration` prints it (https://pkg.go.dev/time#ParseDuration): "1m2.5s", "812ms", "0s". */
const UNITS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  µs: 0.001,
  μs: 0.001,
  us: 0.001,
  ns: 0.000_001,
};

export function goDuration(value: string): number | undefined {
  const sign = value.startsWith("-") ? -1 : 1;
  const parts = [...value.matchAll(/(\d+(?:\.\d*)?|\.\d+)(h|ms|m|s|\u00b5s|\u03bcs|us|ns)/g)];
  const bare = value.replace(/^[+-]/, "");
  if (bare === "0") return 0;
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== bare) return undefined;
  return sign * parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ""] ?? 0), 0);
}
