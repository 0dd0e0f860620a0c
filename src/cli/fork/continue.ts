import { readFileSync } from "node:fs";
import type { ContinuationEnd, GivenResult } from "../../fork/continuation/continuation.ts";
import { continuationReport } from "../../fork/continuation/continuation-report.ts";
import { targetOf } from "../../fork/continuation/continuation-target.ts";
import { dropOfArgument, type EditSpec, editOfArgument, editsOfFile } from "../../fork/plan/edit-spec.ts";
import { parameterOfArgument } from "../../fork/plan/parameters.ts";
import { type PreparedContinuation, prepareContinuation } from "../../fork/plan/prepared-continuation.ts";
import { isAskedHere } from "../../gateway/asked-here.ts";
import { reachOf } from "../../gateway/reach.ts";
import { ownProviders } from "../../record/config.ts";
import { excludeFromGit, newRun } from "../../record/run-file.ts";
import { recordingOf } from "../../replay/recording.ts";
import { replayRules } from "../../replay/replay-rules.ts";
import { Secrets } from "../../replay/restore-secrets.ts";
import type { Run } from "../../run/run.ts";
import { quoted } from "../../text/quoted.ts";
import { type CalledModel, refuseUnpriced } from "../agent/holding.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";
import type { RunningFlags } from "../agent/running-flags.ts";
import { refuseUnwritableReport, tellReport } from "../agent/tell-report.ts";
import { liveCost } from "../agent/written-cost.ts";
import { EXIT } from "../exit-codes.ts";
import { oneRun } from "../files/one-run.ts";
import { parentOfRun } from "../files/parent-header.ts";
import { refuseExisting } from "../files/refuse-existing.ts";
import { runName } from "../files/run-name.ts";
import { shortPath } from "../files/run-path.ts";
import { loadConfig } from "../settings/load-config.ts";
import { tell } from "../trouble.ts";
import { type SavedRun, startContinuing } from "./continuing.ts";

export interface ContinueFlags extends HoldingFlags, RunningFlags {
  readonly at?: string;
  readonly output?: string;
  readonly edit: readonly string[];
  readonly drop: readonly string[];
  readonly editFile?: string;
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
  const save = await saveTo(run, prepared, flags.output);
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
  const { end, results } = await continuing.run({
    target,
    byName,
    textTo: flags.json || flags.report === "-" ? "stderr" : "stdout",
  });
  const { live, problems, watch } = continuing;
  const savedAs = continuing.kept ? shortPath(save.path) : undefined;
  const cost = savedAs === undefined ? undefined : await liveCost(save.path, flags);
  const notes = [
    ...continuing.refused.map((why) => `kept back: ${why}`),
    ...problems.slice(0, 1).map((error) => `not all of it could be saved: ${String(error)}`),
  ];
  const facts = { run: runName(run), at: prepared.start.at, end, results, live, cost, savedAs, notes };
  const next = savedAs === undefined ? [] : [`vcr diff ${quoted(savedAs)}`];
  process.exitCode = continuing.refused.length > 0 ? EXIT.differs : exitCode(end, results);
  const { lines, json } = continuationReport(facts);
  await watch.over(await tellReport({ lines: [...lines, ...next], json }, flags, watch));
}

/** The model that is called next, or was called last. */
function modelAsked(run: Run, { start }: PreparedContinuation, model: string | undefined): CalledModel {
  const rows = Array.from({ length: run.length }, (_, i) => run.row(i)).filter(({ kind }) => kind === "llm");
  const row = rows.find(({ seq }) => seq >= start.at) ?? rows.at(-1);
  return { provider: start.asked.provider, name: model ?? row?.name };
}

function editsOfFlags({ edit, drop, editFile }: ContinueFlags): readonly EditSpec[] {
  const inFile = editFile === undefined ? [] : editsOfFile(readFileSync(editFile, "utf8"), editFile);
  return [...inFile, ...edit.map(editOfArgument), ...drop.map(dropOfArgument)];
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

async function saveTo(run: Run, { start, edits }: PreparedContinuation, output: string | undefined): Promise<SavedRun> {
  const saved = newRun({ cwd: process.cwd(), output, now: Date.now() });
  if (saved.inFolder) excludeFromGit(process.cwd());
  const header = await parentOfRun(run, { kind: "continuation", id: saved.id, path: saved.path, argv: [] });
  return {
    id: saved.id,
    path: saved.path,
    header: {
      ...header,
      parent: { ...header.parent, at: start.at },
      ...(edits.length > 0 ? { edits } : {}),
    },
  };
}

function exitCode(end: ContinuationEnd, results: readonly GivenResult[]): number {
  if (end.how === "interrupted") return EXIT.interrupted;
  if (end.how === "failed") return EXIT.trouble;
  if (end.how === "no-result" || results.some(({ from }) => from === "by-name")) return EXIT.differs;
  return EXIT.ok;
}
