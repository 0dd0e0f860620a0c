import { number } from "../../json/json.ts";
import { defined } from "../../providers/defined.ts";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import { type Recording, recordingOf } from "../../replay/recording.ts";
import { replayRules } from "../../replay/replay-rules.ts";
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
import { type ExplainedMiss, explainedMiss, missJson, missLines } from "./explained-miss.ts";

/** `vcr why [RUN] [STEP]`: why calls of a saved replay had no recording: the nearest recorded ones, and where they differ. */
export async function why(
  word: string,
  step: string | undefined,
  { json = false }: { readonly json?: boolean } = {},
): Promise<void> {
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
    if (!json) await out.line(sanitise(whichReplay(saved)));
    const misses: ExplainedMiss[] = [];
    for (let i = 0; i < saved.length; i++) {
      const row = saved.row(i);
      const from = servedFrom(saved.body(i));
      if (from !== undefined) markServed(recording, from);
      const miss = savedMiss(saved.body(i));
      if (miss === undefined) continue;
      // The report numbers calls by the recording.
      if (step !== undefined && row.step !== step && String(number(miss.nearest)) !== step) continue;
      const explained = explainedMiss(saved, i, { recording, masker });
      misses.push(explained);
      if (json) continue;
      if (misses.length > 1) await out.line("");
      for (const line of missLines(explained)) await out.line(sanitise(masker.text(line)));
    }
    if (json) {
      const { path, header } = saved;
      const which = { ...defined({ replay: header.id, of: header.parent?.id }), path };
      await out.line(JSON.stringify(masker.value({ ...which, misses: misses.map(missJson) })));
    } else if (misses.length === 0)
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
