import { env } from "node:process";
import { BreakAt } from "./break-at.ts";
import { type ForkOptions, forkAs } from "./fork/calls/fork-run.ts";
import { openTrace, type Trace } from "./open-trace.ts";
import { type Recorded as InnerRecorded, type RecordOptions, recordAs } from "./record/record.ts";
import {
  currentSession as currentInner,
  type SessionEvent,
  type SessionMode,
  type Session as SessionOfRun,
} from "./record/session.ts";
import { type ReplayOptions, replay as replayRun } from "./replay/replay-run.ts";
import type { Run } from "./run/run.ts";
import { VcrError } from "./trace/errors.ts";
import { VERSION } from "./version.ts";

/** Sessions as programs see them: `record`, `replay` and `fork` hand them out. */

/** What wrapped calls of a program belong to while it runs. */
export interface Session {
  readonly mode: SessionMode;
  /** While recording the file that is written; else the one that calls are answered from. */
  readonly path: string;
  /** The file of the new run, of a recording or a fork. A replay writes none. */
  readonly savedAs: string | undefined;
  /** Events of this session so far, as the program saw them. */
  readonly newEvents: readonly SessionEvent[];
  /** The step that comes next. */
  readonly cursor: number;
  /**
   * While recording the file being written: it grows with every event, and is complete when the session has ended. Else
   * the recording that calls are answered from. Opened when it is first asked for, the same each time; whoever asked
   * closes it. Rejects as `openTrace` does.
   */
  readonly trace: Promise<Trace>;
}

export interface Recorded<T> {
  readonly result: T;
  readonly session: Session;
}

export interface Replayed<T> {
  readonly result: T;
  readonly session: Session;
}

export interface Forked<T> {
  readonly result: T;
  readonly session: Session;
}

class OpenSession implements Session {
  readonly #inner: SessionOfRun;
  #trace: Promise<Trace> | undefined;

  constructor(inner: SessionOfRun) {
    this.#inner = inner;
  }

  get mode(): SessionMode {
    return this.#inner.mode;
  }

  get path(): string {
    return this.#inner.path;
  }

  get savedAs(): string | undefined {
    return this.#inner.written?.path;
  }

  get newEvents(): readonly SessionEvent[] {
    return this.#inner.newEvents;
  }

  get cursor(): number {
    return this.#inner.cursor;
  }

  get trace(): Promise<Trace> {
    this.#trace ??= openTrace(this.path, { follow: this.mode === "record" });
    return this.#trace;
  }
}

const known = new WeakMap<SessionOfRun, Session>();

function sessionOf(inner: SessionOfRun): Session {
  const session = known.get(inner) ?? new OpenSession(inner);
  known.set(inner, session);
  return session;
}

/** The session that this code runs in. */
export function currentSession(): Session | undefined {
  const inner = currentInner();
  return inner && sessionOf(inner);
}

const recordRun = recordAs(`agent-vcr ${VERSION}`);
const forkRun = forkAs(`agent-vcr ${VERSION}`);

/**
 * Runs `fn` and records the wrapped calls it makes and the events it tells, into a new file at `path`.
 * @throws VcrError "exists" when the file is there and `force` is not given; whatever `fn` throws, after it has been recorded.
 */
export function record<T>(
  path: string,
  options: RecordOptions,
  fn: (session: Session) => T | Promise<T>,
): Promise<Recorded<T>> {
  const wrong = wrongCall("record", options, fn);
  if (wrong) return Promise.reject(wrong);
  return told(recordRun(path, options, (inner) => fn(sessionOf(inner))));
}

/**
 * Runs `fn` and answers the wrapped calls it makes (`llm`, `tool`, `memory`) from the recording at `path`; the functions
 * themselves are not called.
 * @throws DivergenceError inside `fn`, from a call that has no recording; UnconsumedEventsError when `fn` has ended and
 * recorded calls were never made; TraceFormatError, VcrError "nothing-to-replay", "filter", "usage"; whatever `fn` throws
 */
export function replay<T>(
  path: string,
  options: ReplayOptions,
  fn: (session: Session) => T | Promise<T>,
): Promise<Replayed<T>> {
  const wrong = wrongCall("replay", options, fn);
  if (wrong) return Promise.reject(wrong);
  return told(replayWithBreaks(path, options, fn));
}

/**
 * Runs `fn` and answers the wrapped calls it makes before step `at` from the recording at `path`, without calling the
 * functions; from there on they are called. Both, and the events that `fn` tells, go into a new run at `saveAs`, which
 * can be replayed and forked without the old one.
 *
 * A call that the recording does not know goes live once all calls before `at` have been served, once it equals a
 * recorded one from `at` on, or once the program has been given a live or an edited answer, of which it may come. Before
 * that it has diverged before the fork, and is not made. What a served call did inside of itself is not done again.
 * @throws DivergenceError inside `fn`, from a call that diverged before the fork; VcrError "at", "edit", "usage",
 * "nothing-to-replay", "exists" (`saveAs` is there), TraceFormatError, all before `fn` is called; VcrError "matcher" inside
 * `fn`, from a matcher that goes beyond its limit; whatever `fn` throws, after it has been recorded
 */
export function fork<T>(
  path: string,
  options: ForkOptions,
  fn: (session: Session) => T | Promise<T>,
): Promise<Forked<T>> {
  const wrong = wrongCall("fork", options, fn);
  if (wrong) return Promise.reject(wrong);
  return told(forkRun(path, options, (inner) => fn(sessionOf(inner))));
}

/** Programs in plain JavaScript have nothing else that tells them. */
function wrongCall(name: string, options: unknown, fn: unknown): VcrError | undefined {
  const usage = (message: string, hint: string): VcrError => new VcrError(message, { code: "usage", hint });
  if (typeof options !== "object" || options === null || typeof fn !== "function")
    return usage(
      `${name} takes a path, options and a function`,
      `${name}(path, {}, fn), also where there are no options`,
    );
  const revive = "revive" in options ? options.revive : undefined;
  const isRevive =
    revive === undefined ||
    typeof revive === "boolean" ||
    (Array.isArray(revive) && revive.every((each) => typeof each === "function"));
  return isRevive
    ? undefined
    : usage(
        "revive must be true, false or a list of error classes",
        "revive: [NoFareError]: the classes, not their names",
      );
}

async function replayWithBreaks<T>(
  path: string,
  options: ReplayOptions,
  fn: (session: Session) => T | Promise<T>,
): Promise<InnerRecorded<T>> {
  let breaks: BreakAt | undefined;
  const breaksFor = (run: Run): BreakAt | undefined => {
    breaks = options.breakAt === undefined || env.VCR_BREAK === "0" ? undefined : new BreakAt(run, options.breakAt);
    return breaks;
  };
  try {
    return await replayRun(path, { ...options, breaksFor }, (inner) => fn(sessionOf(inner)));
  } finally {
    await breaks?.close();
  }
}

async function told<T>(running: Promise<InnerRecorded<T>>): Promise<Recorded<T>> {
  const { result, session } = await running;
  return { result, session: sessionOf(session) };
}
