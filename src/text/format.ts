/** Numbers as people read them: one place for every unit. `undefined` is unknown and gives `unknown`, never 0. */

function short(value: number): string {
  const text = value < 99.95 ? value.toFixed(1) : String(Math.round(value));
  return text.replace(/\.0$/, "");
}

function scaled(value: number, base: number, units: readonly string[]): string {
  let amount = value;
  let unit = 0;
  // What would be shown as 1000 of a unit is 1 of the next.
  while (Math.abs(amount) >= (unit === 0 ? base : Math.min(base, 999.5)) && unit < units.length - 1) {
    amount /= base;
    unit += 1;
  }
  return (unit === 0 ? String(Math.round(amount)) : short(amount)) + (units[unit] ?? "");
}

/** 312 → "312", 18400 → "18.4k", 2500000 → "2.5M". */
export function formatCount(count: number | undefined, unknown = ""): string {
  return count === undefined ? unknown : scaled(count, 1000, ["", "k", "M", "G", "T"]);
}

/** 2512 → "2,512": every digit. By hand, since the first `toLocaleString` of a process loads 20 ms worth of locale data. */
export function formatWhole(count: number | undefined, unknown = ""): string {
  return count === undefined ? unknown : String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** 512 → "512 B", 831488 → "812 KB": units of 1,024 bytes. */
export function formatBytes(bytes: number | undefined, unknown = ""): string {
  return bytes === undefined ? unknown : scaled(bytes, 1024, [" B", " KB", " MB", " GB", " TB"]);
}

function clockParts(totalSeconds: number): readonly [days: number, hours: number, minutes: number, seconds: number] {
  const whole = Math.floor(totalSeconds);
  return [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60];
}

const two = (value: number) => String(value).padStart(2, "0");

/** 85 → "85ms", 1800 → "1.8s", 133000 → "2m13s", 7500000 → "2h05m", 180000000 → "2d02h". */
export function formatDuration(ms: number | undefined, unknown = ""): string {
  if (ms === undefined) return unknown;
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (ms < 1 && ms > 0) return "<1ms";
  if (ms < 999.5) return `${Math.round(ms)}ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)}s`;
  const [days, hours, minutes, seconds] = clockParts(Math.round(ms / 1000));
  if (days > 0) return `${days}d${two(hours)}h`;
  if (hours > 0) return `${hours}h${two(minutes)}m`;
  return `${minutes}m${two(seconds)}s`;
}

/** USD: 0.031 → "$0.031", 1.5 → "$1.50", 0.00004 → "<$0.0001", 0 → "$0". */
export function formatCost(usd: number | undefined, unknown = ""): string {
  if (usd === undefined) return unknown;
  if (usd < 0) return `-${formatCost(-usd)}`;
  if (usd === 0) return "$0";
  if (usd < 0.0001) return "<$0.0001";
  if (usd < 0.01) return `$${usd.toFixed(4)}`;
  if (usd < 0.9995) return `$${usd.toFixed(3)}`;
  if (usd < 999.995) return `$${usd.toFixed(2)}`;
  return `$${formatCount(usd)}`;
}

/** A cost where there is little room; of an amount too small to write that is only a part, what is sure of it. */
export function costLabel(usd: number, atLeast: boolean): string {
  const text = formatCost(usd);
  if (!atLeast) return text;
  return text.startsWith("<") ? ">$0" : `≥${text}`;
}

/** The same in words: "$0.031", "at least $0.031", "more than $0". */
export function costPhrase(usd: number, atLeast: boolean): string {
  const text = formatCost(usd);
  if (!atLeast) return text;
  return text.startsWith("<") ? "more than $0" : `at least ${text}`;
}

/** Local time of day of `at` (milliseconds since the epoch): "14:02:51". */
export function formatClock(at: number | undefined, unknown = ""): string {
  if (at === undefined) return unknown;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return unknown;
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Distance from the start of the run: "+2m13s". */
export function formatOffset(ms: number | undefined, unknown = ""): string {
  if (ms === undefined) return unknown;
  return ms < 0 ? formatDuration(ms) : `+${formatDuration(ms)}`;
}

/** How long ago `at` was at `now` (both milliseconds since the epoch): "just now", "5 min ago", "3 h ago", "12 d ago". */
export function formatAge(at: number | undefined, now: number, unknown = ""): string {
  if (at === undefined) return unknown;
  const [days, hours, minutes] = clockParts(Math.max(0, now - at) / 1000);
  if (days > 0) return `${days} d ago`;
  if (hours > 0) return `${hours} h ago`;
  return minutes > 0 ? `${minutes} min ago` : "just now";
}
