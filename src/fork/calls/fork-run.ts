import { resolve } from "node:path";
import { env } from "node:process";
import type { VcrConfig } from "../../record/config.ts";
import { maskerOf } from "../../record/masked/masker-of.ts";
import { notRecorded, type Recorded, recordedIn } from "../../record/record.ts";
import { excludeFromGit, newRun } from "../../record/run-file.ts";
import { RunRecorder } from "../../record/run-recorder.ts";
import { Session } from "../../record/session.ts";
import { warnOnce } from "../../record/warnings.ts";
import type { Revive } from "../../replay/answers/recorded-outcome.ts";
import type { Matcher } from "../../replay/matching/matcher.ts";
import { matcherFor } from "../../replay/matching/matcher-by-name.ts";
import type { MatcherName } from "../../replay/matching/matcher-name.ts";
import { parentOf } from "../../replay/parent-of.ts";
import { recordingOf } from "../../replay/recording.ts";
import { replayRules } from "../../replay/replay-rules.ts";
import { ReplaySession } from "../../replay/replay-session.ts";
import { Secrets } from "../../replay/restore-secrets.ts";
import { readAll } from "../../run/drive.ts";
import { openFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";
import { VcrError } from "../../trace/errors.ts";
import type { RunHeader } from "../../trace/event.ts";
import { CallBoundary } from "./call-boundary.ts";
import { type CallPlan, callPlan, type ForkEdit } from "./call-plan.ts";
import { CopiedCalls } from "./copied-calls.ts";
import { ForkedCalls } from "./forked-calls.ts";
import { limitedMatcher } from "./limited-matcher.ts";

export interface ForkOptions {
  /**
   * The first live step: a number of the recording, "end" (behind its last), or the name of a derived tool call ("6a":
   * the call that carries its result). @default the first step that `edits` changes
   */
  readonly at?: number | string;
  /** How calls before the fork are matched: a name, or a matcher of one's own. @default "identity" */
  readonly match?: MatcherName | Matcher;
  /** File of the new run. @default a file in `.vcr/` named by the time */
  readonly saveAs?: string;
  readonly edits?: readonly ForkEdit[];
  /** What else is masked, then and now; false: nothing at all. */
  readonly redact?: VcrConfig["redact"] | false;
  /** JSON pointers of what does not count in this program at all. */
  readonly normalize?: readonly string[];
  /** Throw instances of the original classes for recorded errors: those of the language, and those given. @default false */
  readonly revive?: Revive;
}

export type Fork = <T>(
  path: string,
  options: ForkOptions,
  fn: (session: Session) => T | Promise<T>,
) => Promise<Recorded<T>>;

/** `fork` of the library; `by` is what headers say of who wrote them. */
export function forkAs(by: string): Fork {
  return async (path, options, fn) => {
    const file = await openFile(path);
    try {
      await readAll(file);
      const [run] = file.runs;
      if (run === undefined) throw new VcrError(`${path} holds no run`, { code: "nothing-to-replay" });
      return await forkedRun(run, { ...options, by }, fn);
    } finally {
      file.close();
    }
  };
}

async function forkedRun<T>(
  run: Run,
  options: ForkOptions & { readonly by: string },
  fn: (session: Session) => T | Promise<T>,
): Promise<Recorded<T>> {
  const { at, edits = [], redact, revive = false } = options;
  const rules = replayRules({}, options.normalize);
  const recording = recordingOf(run, rules, "inside");
  if (recording.calls.length === 0 && recording.unanswered.length === 0)
    throw new VcrError(`${run.path} holds no call of a wrapped function`, {
      code: "nothing-to-replay",
      hint: `calls that were recorded on the wire are forked by: vcr fork ${run.path} --at N -- CMD`,
    });
  const plan = callPlan(run, recording, { at, edits });
  warnOfWire(run, plan);
  const boundary = new CallBoundary(recording, plan.limit);
  const matcher = limitedMatcher(matcherFor(options), boundary);
  const masker = maskerOf(redact);
  const to = await newFork(run, plan, options);
  const recorder = new RunRecorder(to.path, to.header, { masker, onProblem: notRecorded });
  const byCommand = run.header.argv !== undefined;
  const shared = { plan, boundary, byCommand, rules, masker, recorder, revive, secrets: new Secrets(env) };
  const replay = new ReplaySession(recording, { matcher, rules });
  const copies = new CopiedCalls(run, plan.parents, recorder);
  let calls: ForkedCalls | undefined;
  const session = new Session("fork", run.path, (own) => (calls = new ForkedCalls(own, { ...shared, replay, copies })));
  session.written = recorder;
  const done = await recordedIn(session, recorder, fn);
  warnOf(boundary, plan, calls?.lapsed ?? []);
  return done;
}

async function newFork(
  run: Run,
  plan: CallPlan,
  { by, saveAs }: Pick<ForkOptions, "saveAs"> & { readonly by: string },
): Promise<{ readonly path: string; readonly header: RunHeader }> {
  const { id, path, inFolder } = newRun({ cwd: resolve("."), output: saveAs, now: Date.now() });
  if (inFolder) excludeFromGit(resolve("."));
  const parent = { ...(await parentOf(run, { kind: "fork", path })), at: plan.limit };
  const edits = plan.edits.length > 0 ? { edits: plan.edits } : {};
  return { path, header: { id, created: Date.now(), by, parent, ...edits } };
}

/** What a program asks past its wrapped functions nobody answers here. */
function warnOfWire(run: Run, { limit, parents }: CallPlan): void {
  const steps = Array.from({ length: run.length }, (_, i) => run.row(i)).filter(
    ({ kind, seq, derived }, i) =>
      kind === "llm" && !derived && seq < limit && !parents.has(seq) && run.body(i).request?.path !== undefined,
  );
  if (steps[0] === undefined) return;
  warnOnce(
    "CaptureGapWarning",
    `${steps.length} call(s) before the fork were made on the wire: step ${steps[0].seq}; a fork inside the program does not answer these, vcr fork does`,
  );
}

/** The program has ended well, but perhaps not as somebody meant it. */
function warnOf(boundary: CallBoundary, plan: CallPlan, lapsed: readonly number[]): void {
  for (const step of lapsed)
    warnOnce("ReplayDriftWarning", `the edit of step ${step} was never used: the program made no such call`);
  const steps = [...boundary.unserved];
  // What comes after an edited answer may well be another way.
  if (steps.length > 0 && plan.answers.size === 0)
    warnOnce(
      "UnconsumedEventsWarning",
      `${steps.length} recorded call(s) before the fork were never made: step ${steps.slice(0, 5).join(", ")}`,
    );
}
