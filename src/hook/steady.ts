/** The recording's clock and a fixed random source for an agent, so that what it says of them is what it said then. */
import crypto from "node:crypto";

export interface Steady {
  /** Milliseconds since the epoch at which the agent begins; from answer to answer it stands still. */
  readonly clock?: number;
  readonly seed?: number;
}

/** Moments arrive with answers of the gateway, in this header. */
export const CLOCK_HEADER = "x-vcr-clock";

/** Sets the agent's clock to a moment; undefined where its own clock counts. */
export type SetClock = ((moment: unknown) => void) | undefined;

/** What sets the clock of this process, for whoever answers in it without the gateway. */
const SET_CLOCK = Symbol.for("agent-vcr.set-clock");

/** Patches this process. Timers and `performance.now` stay as they are. */
export function steady({ clock, seed }: Steady): SetClock {
  if (typeof seed === "number") steadyRandom(seed);
  if (typeof clock !== "number") return undefined;
  const setClock = steadyClock(clock);
  Object.defineProperty(globalThis, SET_CLOCK, { value: setClock, configurable: true });
  return setClock;
}

/** A clock that has not been set for so long goes on: loops that wait for it end. In milliseconds. */
const STANDS = 10_000;

/** The clock stands at the moment that was set last. */
function steadyClock(start: number): NonNullable<SetClock> {
  let moment = start;
  let since = performance.now();
  const now = (): number => Math.floor(moment + Math.max(0, performance.now() - since - STANDS));
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: (target) => new target(now()).toString(),
    get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
  });
  return (given) => {
    const set = Number(given);
    if (given === undefined || given === null || !Number.isFinite(set)) return;
    moment = Math.max(set, now());
    since = performance.now();
  };
}

/** `Math.random`, and what makes ids: of `node:crypto` and of the global `crypto`. */
function steadyRandom(seed: number): void {
  const next = generator(seed);
  Math.random = () => next() / 0x100000000;
  const fill = <T extends ArrayBufferView>(view: T): T => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = next() >>> 24;
    return view;
  };
  const uuid = (): string => uuidOf(fill(Buffer.alloc(16)));
  const module = crypto as unknown as Record<string, unknown>;
  module.randomUUID = uuid;
  module.randomInt = (...given: (number | IntDone)[]): number | undefined => randomInt(next, given);
  module.randomFillSync = fill;
  module.randomBytes = (size: number, done?: (error: null, bytes: Buffer) => void): Buffer | undefined => {
    const bytes = fill(Buffer.alloc(size));
    if (done === undefined) return bytes;
    setImmediate(() => done(null, bytes));
    return undefined;
  };
  for (const [name, value] of Object.entries({ getRandomValues: fill, randomUUID: uuid }))
    Object.defineProperty(globalThis.crypto, name, { value, configurable: true, writable: true });
}

type IntDone = (error: null, drawn: number) => void;

/** As `crypto.randomInt([min, ]max[, callback])`, with 32 bits of each draw. */
function randomInt(next: () => number, given: readonly (number | IntDone)[]): number | undefined {
  const bounds = given.filter((each) => typeof each === "number");
  const done = given.find((each) => typeof each === "function");
  const [min, max] = bounds.length > 1 ? [bounds[0] ?? 0, bounds[1] ?? 0] : [0, bounds[0] ?? 0];
  const drawn = min + Math.floor((next() / 0x100000000) * (max - min));
  if (done === undefined) return drawn;
  setImmediate(() => done(null, drawn));
  return undefined;
}

/** Mulberry32: 32 bits at a time, the same for the same seed. Source: Tommy Ettinger, public domain. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/** Version 4 of RFC 9562. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
