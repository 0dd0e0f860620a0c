import { sameJson } from "../../identity/canonical.ts";
import { rulesOf } from "../../identity/rules.ts";
import { type Json, number, text } from "../../json/json.ts";
import { getPointer, parsePointer } from "../../json/pointer.ts";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import { callLabel } from "../../replay/calls/call-label.ts";
import { StoredCall } from "../../replay/calls/stored-call.ts";
import { callSimilarity } from "../../replay/matching/call-similarity.ts";
import type { RecordedCall } from "../../replay/matching/matcher.ts";
import { type Recording, recordingOf } from "../../replay/recording.ts";
import { replayRules } from "../../replay/replay-rules.ts";
import { differenceLines } from "../../replay/report/difference-lines.ts";
import { explainMiss, nearestCalls } from "../../replay/report/explain-miss.ts";
import type { Difference } from "../../replay/report/first-difference.ts";
import { requestDifference } from "../../replay/report/request-difference.ts";
import { savedMiss, servedFrom } from "../../replay/saved-fields.ts";
import type { OpenedFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";
import { shortId } from "../../run/short-id.ts";
import { formatAge } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { oneRun } from "../files/one-run.ts";
import { parentOf } from "../files/parent-run.ts";
import { shortPath } from "../files/run-path.ts";
import { Output } from "../output.ts";
import { Trouble } from "../trouble.ts";

/** Recorded calls that are compared with a miss. */
const NEAREST = 3;

interface Explaining {
  readonly recording: Recording;
  readonly masker: Masker;
}

/** `vcr why [RUN] [STEP]`: why calls of a saved replay had no recording: the nearest recorded ones, and where they differ. */
export async function why(word: string, step: string | undefined): Promise<void> {
  const opened: OpenedFile[] = [];
  try {
    const saved = await runOf(word, opened);
    if (saved.header.parent?.kind !== "replay")
      throw new Trouble(`${shortPath(saved.path)} is no replay`, "vcr why takes a run that vcr replay has saved");
    if (step !== undefined) checkStep(saved, step);
    const parent = await parentOf(saved, (path) => runOf(path, opened));
    const recording = recordingOf(parent, replayRules({}), "wire");
    const masker = new Masker({ secrets: environmentSecrets(process.env) });
    const out = new Output();
    await out.line(sanitise(whichReplay(saved)));
    let found = 0;
    for (let i = 0; i < saved.length; i++) {
      const row = saved.row(i);
      const from = servedFrom(saved.body(i));
      if (from !== undefined) markServed(recording, from);
      const miss = savedMiss(saved.body(i));
      if (miss === undefined) continue;
      // The report numbers calls by the recording.
      if (step !== undefined && row.step !== step && String(number(miss.nearest)) !== step) continue;
      if (found++ > 0) await out.line("");
      for (const line of explained(saved, i, { recording, masker })) await out.line(sanitise(masker.text(line)));
    }
    if (found === 0)
      await out.line(step === undefined ? "every call had a recording" : `step ${step} is no call without a recording`);
  } finally {
    for (const file of opened) file.close();
  }
}

function checkStep(run: Run, step: string): void {
  for (let i = 0; i < run.length; i++) if (run.row(i).step === step) return;
  throw new Trouble(`${shortPath(run.path)}: there is no step ${step}`, "vcr show lists the steps");
}

/** The newest one that was saved need not be the one that was run last: a replay without a call leaves no file. */
function whichReplay({ header, path }: Run): string {
  const id = header.id === undefined ? "" : ` ${shortId(header.id)}`;
  const when = header.created === undefined ? "" : `, ${formatAge(header.created, Date.now())}`;
  return `replay${id}${when} (${shortPath(path)})`;
}

async function runOf(word: string, opened: OpenedFile[]): Promise<Run> {
  const { file, run } = await oneRun(word, { hint: "vcr why takes one" });
  opened.push(file);
  return run;
}

function markServed({ calls }: Recording, step: number): void {
  const call = calls.find((each) => each.steps.includes(step));
  if (call !== undefined) call.served = true;
}

/** What the replay itself has said of a miss counts: it knew by which rules it matched. */
function* explained(saved: Run, i: number, how: Explaining): Generator<string> {
  const { calls, unanswered } = how.recording;
  const rules = rulesOf();
  const call = new StoredCall(saved, saved.row(i), saved.body(i));
  call.identified([call.identity(rules)]);
  const told = savedMiss(saved.body(i));
  const miss = explainMiss(call, { calls, unanswered, matcher: { name: "identity", positional: false }, rules });
  const step = number(told?.nearest);
  const recorded = step === undefined ? "" : ` (recorded step ${step})`;
  const hint = told === undefined ? miss.hint : text(told.hint);
  yield `step ${saved.row(i).step} of the replay${recorded} ${miss.label}: no recording, ${text(told?.words) ?? miss.words}`;
  if (hint !== undefined) yield `hint: ${hint}`;
  const seen = new Set<string>();
  for (const near of nearestFirst(call, calls, step).slice(0, NEAREST)) {
    const served = near.served ? ", served" : "";
    yield `nearest: step ${near.step} ${callLabel(near)} (similarity ${callSimilarity(call, near).toFixed(2)}${served})`;
    const pointer = near.step === step ? text(told?.pointer) : undefined;
    const difference =
      differenceAt(pointer, { call, near }, how.masker) ?? requestDifference(call, near, { rules, masker: how.masker });
    if (difference === undefined) {
      yield "  equal in all that counts";
      continue;
    }
    const lines = differenceLines(difference).map((line) => `  ${line}`);
    const where = `  differs at ${pointerWords(difference.pointer)}`;
    const known = [where, ...lines].join("\n");
    if (seen.has(known)) yield `${where}, as above`;
    else yield* [where, ...lines];
    seen.add(known);
  }
}

/** The recorded call that the replay itself named stands first. */
function nearestFirst(call: StoredCall, calls: Recording["calls"], step: number | undefined): readonly RecordedCall[] {
  const named = calls.find((each) => each.step === step);
  const others = nearestCalls(call, calls).filter((each) => each !== named);
  return named === undefined ? others : [named, ...others];
}

/** At the place that the replay has named, where the two are not equal there. */
function differenceAt(
  pointer: string | undefined,
  { call, near }: { readonly call: RecordedCall; readonly near: RecordedCall },
  masker: Masker,
): Difference | undefined {
  const value = ({ request }: RecordedCall): Json | undefined => {
    return request === undefined || pointer === undefined ? undefined : getPointer(masker.value(request), pointer);
  };
  if (pointer === undefined) return undefined;
  const [recorded, asked] = [value(near), value(call)];
  return sameJson(recorded, asked) ? undefined : { pointer, recorded, asked };
}

function pointerWords(pointer: string): string {
  return (parsePointer(pointer)?.length ?? 0) === 0 ? "/" : pointer;
}
