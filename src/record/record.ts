import type { JsonObject } from "../json/json.ts";
import type { RunHeader } from "../trace/event.ts";
import type { VcrConfig } from "./config.ts";
import { maskerOf } from "./masked/masker-of.ts";
import { RecordedCalls } from "./recorded-calls.ts";
import { newRun } from "./run-file.ts";
import { RunRecorder } from "./run-recorder.ts";
import { inSession, Session } from "./session.ts";
import { warnOnce } from "./warnings.ts";

export interface RecordOptions {
  /** Kept in the header. */
  readonly meta?: JsonObject;
  readonly tags?: readonly string[];
  /** What else is masked; false: nothing at all. */
  readonly redact?: VcrConfig["redact"] | false;
  /** Bytes from which any string is kept beside the file. */
  readonly externalize?: number;
  /** Replace an existing file, once there is something to keep: a program that fails before its first call leaves it. @default false */
  readonly force?: boolean;
}

export interface Recorded<T> {
  readonly result: T;
  readonly session: Session;
}

export type Record = <T>(
  path: string,
  options: RecordOptions,
  fn: (session: Session) => T | Promise<T>,
) => Promise<Recorded<T>>;

/** `record` of the library; `by` is what headers say of who wrote them. */
export function recordAs(by: string): Record {
  return (path, options, fn) => recordRun(path, { ...options, by }, fn);
}

/**
 * Runs `fn` and records the wrapped calls it makes (`llm`, `tool`, `memory`, `node`) and the events it tells.
 * @throws VcrError "exists" when the file is there and `force` is not given; whatever `fn` throws, after it has been recorded.
 */
async function recordRun<T>(
  path: string,
  options: RecordOptions & { readonly by: string },
  fn: (session: Session) => T | Promise<T>,
): Promise<Recorded<T>> {
  const { meta, tags, redact, externalize, force } = options;
  const run = newRun({ cwd: ".", output: path, now: Date.now() });
  const header: RunHeader = {
    id: run.id,
    created: Date.now(),
    by: options.by,
    ...(meta && { meta }),
    ...(tags && { tags }),
  };
  const recorder = new RunRecorder(path, header, {
    masker: maskerOf(redact),
    ...(externalize === undefined ? {} : { externalize }),
    ...(force ? { force, onlyWithEvents: true } : {}),
    onProblem: notRecorded,
  });
  const session = new Session("record", path, (own) => new RecordedCalls(own, recorder));
  session.written = recorder;
  return recordedIn(session, recorder, fn);
}

/** The program is not to fail for it, and is not to believe in a recording that is not whole. */
export function notRecorded(error: unknown): void {
  warnOnce("RecordingWarning", `not recorded: ${error instanceof Error ? error.message : String(error)}`);
}

/** Runs `fn` in the session; the run that is written ends with it, however that is. */
export async function recordedIn<T>(
  session: Session,
  recorder: RunRecorder,
  fn: (session: Session) => T | Promise<T>,
): Promise<Recorded<T>> {
  try {
    const result = await inSession(session, () => fn(session));
    if (recorder.waits) notRecorded(`no call was made; ${recorder.path} is as it was`);
    recorder.exit({ code: 0 });
    return { result, session };
  } catch (error) {
    // What it would replace is worth more than that it failed.
    if (!recorder.waits)
      session.handler.tell({ kind: "error", name: error instanceof Error ? error.name : "error", error });
    recorder.exit({ code: 1 });
    throw error;
  } finally {
    recorder.close();
  }
}
