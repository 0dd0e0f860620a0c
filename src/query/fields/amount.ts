/** Numbers as a filter writes them: `4k`, `800ms`, `1.5mb`, `$0.02`, `2m13s`, and ranges of them. */

export type Measure = "count" | "duration" | "bytes" | "money";

/** A number and how exactly it was written: `2.4s` is 2400 ms give or take 50. */
export interface Amount {
  readonly value: number;
  readonly tolerance: number;
}

/** Either end may be open. Both ends belong to it. */
export interface Span {
  readonly low?: Amount;
  readonly high?: Amount;
}

/** The unit's size in the measure's base: pieces, milliseconds, bytes, USD. */
const UNITS: Readonly<Record<Measure, Readonly<Record<string, number>>>> = {
  count: { "": 1, k: 1e3, m: 1e6, g: 1e9 },
  duration: { ms: 1, s: 1e3, m: 60e3, min: 60e3, h: 3600e3, d: 86_400e3 },
  bytes: {
    "": 1,
    b: 1,
    k: 1024,
    kb: 1024,
    kib: 1024,
    m: 1024 ** 2,
    mb: 1024 ** 2,
    mib: 1024 ** 2,
    g: 1024 ** 3,
    gb: 1024 ** 3,
    gib: 1024 ** 3,
  },
  money: { "": 1 },
};

/** What a right value looks like, for the hint. */
export const AMOUNT_EXAMPLES: Readonly<Record<Measure, string>> = {
  count: "250, 4k, 1.5m",
  duration: "800ms, 5s, 2m13s, 1h",
  bytes: "512, 64kb, 1.5mb",
  money: "0.02, $1.50",
};

export function parseAmount(text: string, measure: Measure): Amount | undefined {
  const plain = measure === "money" ? text.replace(/^\$/, "") : text;
  if (plain.length > 40) return undefined;
  const parts = [...plain.toLowerCase().matchAll(/(\d+(?:\.\d*)?|\.\d+)([a-z]*)/gy)];
  if (parts.length === 0 || parts.reduce((sum, part) => sum + part[0].length, 0) !== plain.length) return undefined;
  if (parts.length > 1 && measure !== "duration") return undefined;
  let value = 0;
  let tolerance = 0;
  for (const [, digits = "", unit = ""] of parts) {
    const scale = unitOf(measure, unit, digits);
    if (scale === undefined) return undefined;
    value += Number(digits) * scale;
    tolerance = (scale * 10 ** -(digits.split(".")[1]?.length ?? 0)) / 2;
  }
  return { value, tolerance };
}

/** 0 needs no unit; any other duration does: `5` could be seconds or milliseconds. */
function unitOf(measure: Measure, unit: string, digits: string): number | undefined {
  if (measure === "duration" && unit === "" && Number(digits) === 0) return 1;
  return Object.hasOwn(UNITS[measure], unit) ? UNITS[measure][unit] : undefined;
}

/** `800ms..3s`, `4k..`, `..10`, and `..` (any known number). Undefined when it is no range or an end is no amount. */
export function parseSpan(text: string, measure: Measure): Span | undefined {
  const at = text.indexOf("..");
  if (at < 0) return undefined;
  const highText = text.slice(at + 2);
  let lowText = text.slice(0, at);
  // `1..3s`: the left end borrows the unit of the right one.
  if (/^[\d.]+$/.test(lowText)) lowText += /^[\d.]+([a-z]+)$/i.exec(highText)?.[1] ?? "";
  const low = lowText === "" ? undefined : parseAmount(lowText, measure);
  const high = highText === "" ? undefined : parseAmount(highText, measure);
  if ((lowText !== "" && !low) || (highText !== "" && !high)) return undefined;
  return { ...(low && { low }), ...(high && { high }) };
}
