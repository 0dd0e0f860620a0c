import { rulesOf } from "../identity/rules.ts";
import { parsePointer } from "../json/pointer.ts";
import { callLabel } from "../replay/call-label.ts";
import { callSimilarity } from "../replay/call-similarity.ts";
import { differenceLines } from "../replay/difference-lines.ts";
import { explainMiss, nearestCalls } from "../replay/explain-miss.ts";
import { type Recording, recordingOf } from "../replay/recording.ts";
import { replayRules } from "../replay/replay-rules.ts";
import { requestDifference } from "../replay/request-difference.ts";
import { savedMiss, servedFrom } from "../replay/saved-fields.ts";
import { StoredCall } from "../replay/stored-call.ts";
import { readAll } from "../run/drive.ts";
import type { OpenedFile } from "../run/open-file.ts";
import type { Run } from "../run/run.ts";
import { sanitise } from "../text/sanitise.ts";
import { openForCommand } from "./open.ts";
import { Output } from "./output.ts";
import { parentOf } from "./parent-run.ts";
import { shortPath } from "./run-path.ts";
import { Trouble } from "./trouble.ts";

/** Recorded calls that are compared with a miss. */
const NEAREST = 3;

/** `vcr why [RUN] [STEP]`: why calls of a saved replay had no recording: the nearest recorded ones, and where they differ. */
export async function why(word: string, step: string | undefined): Promise<void> {
  const opened: OpenedFile[] = [];
  try {
    const saved = await oneRun(word, opened);
    if (saved.header.parent?.kind !== "replay")
      throw new Trouble(`${shortPath(saved.path)} is no replay`, "vcr why takes a run that vcr replay has saved");
    const parent = await parentOf(saved, (path) => oneRun(path, opened));
    const recording = recordingOf(parent, replayRules({}), "wire");
    const out = new Output();
    let found = 0;
    for (let i = 0; i < saved.length; i++) {
      const row = saved.row(i);
      const from = servedFrom(saved.body(i));
      if (from !== undefined) markServed(recording, from);
      if (savedMiss(saved.body(i)) === undefined || (step !== undefined && row.step !== step)) continue;
      if (found++ > 0) await out.line("");
      for (const line of explained(saved, i, recording)) await out.line(sanitise(line));
    }
    if (found === 0)
      await out.line(step === undefined ? "every call had a recording" : `step ${step} is no call without a recording`);
  } finally {
    for (const file of opened) file.close();
  }
}

async function oneRun(word: string, opened: OpenedFile[]): Promise<Run> {
  const file = await openForCommand(word);
  opened.push(file);
  await readAll(file);
  const [run, second] = file.runs;
  if (run === undefined || second !== undefined) throw new Trouble(`${word} holds ${file.runs.length} runs, not one`);
  return run;
}

function markServed({ calls }: Recording, step: number): void {
  const call = calls.find((each) => each.steps.includes(step));
  if (call !== undefined) call.served = true;
}

function* explained(saved: Run, i: number, { calls, unanswered }: Recording): Generator<string> {
  const rules = rulesOf();
  const call = new StoredCall(saved, i);
  call.exact = [call.identity(rules)];
  const miss = explainMiss(call, { calls, unanswered, matcher: { name: "identity", positional: false }, rules });
  yield `step ${saved.row(i).step} ${miss.label}: no recording, ${miss.words}`;
  // A recording that was made with other rules, or served in order only, may hold an equal call.
  if (miss.hint !== undefined) yield `hint: ${miss.hint}`;
  for (const near of nearestCalls(call, calls).slice(0, NEAREST)) {
    const served = near.served ? ", served" : "";
    yield `nearest: step ${near.step} ${callLabel(near)} (similarity ${callSimilarity(call, near).toFixed(2)}${served})`;
    const difference = requestDifference(call, near, rules);
    if (difference === undefined) yield "  equal in all that counts";
    else {
      yield `  differs at ${pointerWords(difference.pointer)}`;
      for (const line of differenceLines(difference)) yield `  ${line}`;
    }
  }
}

function pointerWords(pointer: string): string {
  return (parsePointer(pointer)?.length ?? 0) === 0 ? "/" : pointer;
}
