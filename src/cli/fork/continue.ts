import { continuationReport } from "../../fork/continuation/continuation-report.ts";
import { targetOf } from "../../fork/continuation/continuation-target.ts";
import { parameterOfArgument } from "../../fork/plan/parameters.ts";
import { type PreparedContinuation, prepareContinuation } from "../../fork/plan/prepared-continuation.ts";
import { isAskedHere } from "../../gateway/asked-here.ts";
import { reachOf } from "../../gateway/reach/reach.ts";
import { ownProviders } from "../../record/config.ts";
import { recordingOf } from "../../replay/recording.ts";
import { replayRules } from "../../replay/replay-rules.ts";
import { Secrets } from "../../replay/restore-secrets.ts";
import type { Run } from "../../run/run.ts";
import { quoted } from "../../text/quoted.ts";
import { lossNotes } from "../agent/agent-notes.ts";
import { type CalledModel, refuseUnpriced } from "../agent/holding.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";
import type { RunningFlags } from "../agent/running-flags.ts";
import { refuseUnwritableReport, tellReport } from "../agent/tell-report.ts";
import { liveCost } from "../agent/written-sums.ts";
import { childRun } from "../files/child-run.ts";
import { oneRun } from "../files/one-run.ts";
import { refuseExisting } from "../files/refuse-existing.ts";
import { runName } from "../files/run-name.ts";
import { shortPath } from "../files/run-path.ts";
import { loadConfig } from "../settings/load-config.ts";
import { tell } from "../trouble.ts";
import { startContinuing } from "./continuing.ts";
import type { EditFlags } from "./edit-flags.ts";
import { editsOfFlags } from "./edits-of-flags.ts";

export interface ContinueFlags extends HoldingFlags, RunningFlags, EditFlags {
  readonly at?: string;
  readonly output?: string;
  readonly model?: string;
  readonly param: readonly string[];
  readonly say?: string;
  readonly provider?: string;
  readonly tools?: string;
  readonly report?: string;
}

/** `vcr continue [run.vcr] --at N`: asks the model itself, and answers its tools from the recording. */
export async function continueRun(word: string, flags: ContinueFlags): Promise<void> {
  const { file, run } = await oneRun(word, { hint: "vcr continue takes one", toServe: true });
  try {
    await continued(run, flags);
  } finally {
    file.close();
  }
}

async function continued(run: Run, flags: ContinueFlags): Promise<void> {
  const config = await loadConfig(process.cwd());
  const rules = replayRules({}, config.normalise);
  const prepared = prepareContinuation(run, recordingOf(run, rules, "wire"), {
    ...{ at: flags.at, model: flags.model, provider: flags.provider, say: flags.say },
    edits: editsOfFlags(flags),
    params: flags.param.map(parameterOfArgument),
    secrets: new Secrets(process.env),
  });
  const reach = reachOf(process.env, ownProviders(config));
  const target = targetOf(prepared.start.asked, reach, process.env);
  refuseUnwritableReport(flags);
  refuseExisting(flags.output);
  await refuseUnpriced([modelAsked(run, prepared, flags.model)], flags);
  for (const line of planLines(run, prepared, isAskedHere(prepared.start.asked, reach))) tell(line);
  const { start, edits } = prepared;
  const save = await childRun(run, { kind: "continuation", argv: [], output: flags.output, at: start.at, edits });
  const continuing = await startContinuing({
    run,
    name: runName(run),
    prepared,
    config,
    rules,
    save,
    holding: flags,
    hold: flags.hold,
  });
  const byName = flags.tools === "by-name";
  const { end, results, code } = await continuing.run({
    target,
    byName,
    textTo: flags.json || flags.report === "-" ? "stderr" : "stdout",
  });
  const { live, problems, watch } = continuing;
  const savedAs = continuing.kept ? shortPath(save.path) : undefined;
  const cost = savedAs === undefined ? undefined : await liveCost(save.path, flags);
  const notes = lossNotes(continuing.refused, problems);
  const facts = { run: runName(run), at: prepared.start.at, end, results, live, cost, savedAs, notes };
  const next = savedAs === undefined ? [] : [`vcr diff ${quoted(savedAs)}`];
  process.exitCode = code;
  const { lines, json } = continuationReport(facts);
  await watch.over(await tellReport({ lines: [...lines, ...next], json }, flags, watch));
}

/** The model that is called next, or was called last. */
function modelAsked(run: Run, { start }: PreparedContinuation, model: string | undefined): CalledModel {
  const rows = Array.from({ length: run.length }, (_, i) => run.row(i)).filter(({ kind }) => kind === "llm");
  const row = rows.find(({ seq }) => seq >= start.at) ?? rows.at(-1);
  return { provider: start.asked.provider, name: model ?? row?.name };
}

/** What is going to happen. */
function planLines(run: Run, prepared: PreparedContinuation, here: boolean): readonly string[] {
  const { start, plan, rewrites, replayable } = prepared;
  const { asked, at, notes } = start;
  const changes = [...plan.rewrites, ...rewrites].map(({ step, pointer }) => `${step}:${pointer} is changed`);
  return [
    `continuation of ${runName(run)} at step ${at}: ${asked.provider ?? "a server"} is asked${here ? " on this machine" : ", and that costs money"}`,
    ...plan.notes,
    ...notes,
    ...new Set(changes),
    ...(replayable ? [] : ["what is saved can be looked at and compared, its past not replayed"]),
  ];
}
