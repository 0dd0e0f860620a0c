/** Times as a filter writes them: `+12s` after the run's start, `14:02` or `14:02:30` by the clock on the wall (local time). */
import { parseAmount } from "./amount.ts";

/** `from..to` inclusive, in milliseconds since the run's start or since midnight. */
export interface MomentSpan {
  readonly base: "start" | "clock";
  readonly from: number;
  readonly to: number;
}

/** A moment as written: its exact value, and the span of everything that looks like it on screen. */
export interface Moment extends MomentSpan {
  readonly exact: number;
}

const DAY = 86_400_000;

/** One moment is a span as wide as it was written: `14:02` is that minute. */
export function parseMoment(text: string): Moment | undefined {
  if (text.startsWith("+")) {
    const amount = parseAmount(text.slice(1), "duration");
    if (!amount) return undefined;
    const { value, tolerance } = amount;
    return { base: "start", exact: value, from: value - tolerance, to: value + tolerance };
  }
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (!clock) return undefined;
  const [hour, minute, second] = [Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const from = ((hour * 60 + minute) * 60 + second) * 1000;
  return { base: "clock", exact: from, from, to: from + (clock[3] === undefined ? 60_000 : 1000) - 1 };
}

/** `+12s..+30s`, `14:02..14:05`; an open end reaches the start or the end of the run or the day. */
export function parseMomentSpan(text: string): MomentSpan | undefined {
  const at = text.indexOf("..");
  if (at < 0) return undefined;
  const [lowText, highText] = [text.slice(0, at), text.slice(at + 2)];
  const low = parseMoment(lowText);
  const high = parseMoment(highText);
  if ((lowText !== "" && !low) || (highText !== "" && !high)) return undefined;
  const base = low?.base ?? high?.base ?? "start";
  if (low && high && low.base !== high.base) return undefined;
  return { base, from: low?.exact ?? Number.NEGATIVE_INFINITY, to: endOf(high) };
}

/** `..14:05` holds the whole minute, `..+30s` ends there. */
function endOf(high: Moment | undefined): number {
  if (!high) return Number.POSITIVE_INFINITY;
  return high.base === "clock" ? high.to : high.exact;
}

/** Whether a time lies in the span. A clock span whose end is before its start goes over midnight. */
export function inSpan(span: MomentSpan, time: number, start: number): boolean {
  const value = span.base === "start" ? time - start : sinceMidnight(time);
  if (span.base === "clock" && span.from > span.to) return value >= span.from || value <= span.to;
  return value >= span.from && value <= span.to;
}

/** By the clock on the wall, so that a day with a change of the hour still has its 14:02. */
function sinceMidnight(time: number): number {
  const date = new Date(time);
  const clock = (date.getHours() * 60 + date.getMinutes()) * 60_000;
  return (clock + date.getSeconds() * 1000 + date.getMilliseconds()) % DAY;
}
