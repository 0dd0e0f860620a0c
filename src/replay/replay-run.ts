import { env } from "node:process";
import type { VcrConfig } from "../record/config.ts";
import { maskerOf } from "../record/masked/masker-of.ts";
import { inSession, Session, type SessionEvent } from "../record/session.ts";
import { warnOnce } from "../record/warnings.ts";
import { readRows } from "../run/drive.ts";
import { openFile } from "../run/open-file.ts";
import type { Run } from "../run/run.ts";
import { VcrError } from "../trace/errors.ts";
import type { Revive } from "./answers/recorded-outcome.ts";
import { callLabel } from "./calls/call-label.ts";
import { UnconsumedEventsError } from "./errors.ts";
import type { Matcher } from "./matching/matcher.ts";
import { matcherFor } from "./matching/matcher-by-name.ts";
import type { MatcherName } from "./matching/matcher-name.ts";
import { type Recording, recordingOf } from "./recording.ts";
import { replayRules } from "./replay-rules.ts";
import { ReplaySession } from "./replay-session.ts";
import { type CallBreaks, ReplayedCalls } from "./replayed-calls.ts";
import { Secrets } from "./restore-secrets.ts";

export interface ReplayOptions {
  /** How calls are matched: a name, or a matcher of one's own. @default "identity" */
  readonly match?: MatcherName | Matcher;
  /** With "fuzzy": least similarity, 0..1. @default 0.6 */
  readonly threshold?: number;
  /** With "fuzzy": how many unserved calls are compared. @default 8 */
  readonly window?: number;
  /** JSON pointers of what need not be equal; `*` any key or index, `**` any depth. */
  readonly ignore?: readonly string[];
  /** JSON pointers of what does not count in this program at all. */
  readonly normalize?: readonly string[];
  /** Recorded calls that are never made are an error; false: a warning. @default true */
  readonly requireAll?: boolean;
  /** Rules of masking by which the run was recorded; false: nothing was masked. */
  readonly redact?: VcrConfig["redact"] | false;
  /** Throw instances of the original classes: those of the language, and those given. @default false */
  readonly revive?: Revive;
  /**
   * Where calls stop before they are answered: numbers of steps of the recording, and filter expressions ("tool:search").
   * With an inspector (`node --inspect`) on a `debugger` statement, the program's frames on the stack; else calls that
   * give promises are held until `vcr attach` lets them go on. `VCR_BREAK=0` in the environment: nowhere.
   */
  readonly breakAt?: number | string | readonly (number | string)[];
  /** Called for each event as it is answered. */
  onStep?(event: SessionEvent): void;
}

/** For those who build upon it. */
export interface InnerReplayOptions extends ReplayOptions {
  /** What stops calls that are answered from this run. */
  breaksFor?(run: Run): CallBreaks | undefined;
}

export interface Replayed<T> {
  readonly result: T;
  readonly session: Session;
}

/**
 * Runs `fn` and answers the wrapped calls it makes (`llm`, `tool`, `memory`) from the recording at `path`; the functions
 * themselves are not called.
 * @throws DivergenceError inside `fn`, from a call that has no recording; UnconsumedEventsError when `fn` has ended and
 * recorded calls were never made; TraceFormatError, VcrError "nothing-to-replay"; whatever `fn` throws
 */
export async function replay<T>(
  path: string,
  options: InnerReplayOptions,
  fn: (session: Session) => T | Promise<T>,
): Promise<Replayed<T>> {
  const file = await openFile(path);
  try {
    await readRows(file);
    const [run] = file.runs;
    if (run === undefined) throw new VcrError(`${path} holds no run`, { code: "nothing-to-replay" });
    const rules = replayRules({ ignore: options.ignore ?? [] }, options.normalize);
    const recording = recordingOf(run, rules, "inside");
    if (recording.calls.length === 0)
      throw new VcrError(`${path} holds no call of a wrapped function`, {
        code: "nothing-to-replay",
        hint: `calls that were recorded on the wire are answered by: vcr replay ${path} -- CMD`,
      });
    return await replayed(recording, { ...options, rules, path, breaks: options.breaksFor?.(run) }, fn);
  } finally {
    file.close();
  }
}

async function replayed<T>(
  recording: Recording,
  options: ReplayOptions & {
    readonly rules: ReturnType<typeof replayRules>;
    readonly path: string;
    readonly breaks: CallBreaks | undefined;
  },
  fn: (session: Session) => T | Promise<T>,
): Promise<Replayed<T>> {
  const { rules, path, redact, revive = false, requireAll = true, onStep, breaks } = options;
  const matcher = matcherFor(options);
  const replay = new ReplaySession(recording, { matcher, rules });
  const shared = {
    replay,
    rules,
    masker: maskerOf(redact),
    secrets: new Secrets(env),
    revive,
    matcher: matcher.name,
    breaks,
  };
  const session = new Session(
    "replay",
    path,
    (own) => new ReplayedCalls(own, { ...shared, ...(onStep && { onStep: (event) => onStep(event) }) }),
  );
  const result = await inSession(session, () => fn(session));
  const { neverMade } = replay;
  if (neverMade.length > 0) {
    const error = new UnconsumedEventsError(
      neverMade.map((call) => `step ${call.step} ${callLabel(call)}`),
      neverMade.map(({ step }) => step),
    );
    if (requireAll) throw error;
    warnOnce("UnconsumedEventsWarning", error.message);
  }
  return { result, session };
}
