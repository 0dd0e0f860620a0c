import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type ForkMatcherName, forkMatcher } from "../../fork/fork-matcher.ts";
import { forkReport } from "../../fork/fork-report.ts";
import { dropOfArgument, type EditSpec, editOfArgument, editsOfFile } from "../../fork/plan/edit-spec.ts";
import { parameterOfArgument } from "../../fork/plan/parameters.ts";
import { type ForkPlan, forkPlan } from "../../fork/plan/plan.ts";
import { forkPreview } from "../../fork/plan/preview.ts";
import { previewLines } from "../../fork/plan/preview-words.ts";
import { agentArguments } from "../../gateway/agent-arguments.ts";
import { excludeFromGit, newRun } from "../../record/run-file.ts";
import { handedTally } from "../../replay/handed/handed-log.ts";
import { handedOfFork } from "../../replay/handed/handed-recording.ts";
import { type Recording, recordingOf } from "../../replay/recording.ts";
import { replayRules } from "../../replay/replay-rules.ts";
import { ReplaySession } from "../../replay/replay-session.ts";
import { bothTallies } from "../../replay/report/replay-report.ts";
import { whyUnservable } from "../../replay/report/unservable.ts";
import { Secrets } from "../../replay/restore-secrets.ts";
import type { Run } from "../../run/run.ts";
import { quoted } from "../../text/quoted.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { RunHeader } from "../../trace/event.ts";
import { agentNotes } from "../agent/agent-notes.ts";
import { type CalledModel, refuseUnpriced } from "../agent/holding.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";
import { LiveRun } from "../agent/live-run.ts";
import { type AgentEnd, exitCodeOf, runAgent } from "../agent/run-agent.ts";
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
import { Trouble } from "../trouble.ts";
import { type Forking, startForking } from "./forking.ts";

export interface ForkFlags extends RunningFlags, HoldingFlags {
  readonly at?: string;
  readonly output?: string;
  readonly edit: readonly string[];
  readonly drop: readonly string[];
  readonly editFile?: string;
  readonly model?: string;
  readonly param: readonly string[];
  readonly once?: boolean;
  readonly match?: ForkMatcherName;
  readonly pinTools?: boolean;
  readonly allowUnmade?: boolean;
  readonly report?: string;
}

/** `vcr fork [run.vcr] --at N -- CMD`: runs the command, serves the steps before N from the recording and lets the rest go live. */
export async function fork(word: string, argv: readonly string[], flags: ForkFlags): Promise<void> {
  const { file, run } = await oneRun(word, { hint: "vcr fork takes one", toServe: true });
  try {
    await forkRun(run, argv, flags);
  } finally {
    file.close();
  }
}

async function forkRun(run: Run, argv: readonly string[], flags: ForkFlags): Promise<void> {
  const edits = editsOfFlags(flags);
  if (flags.once === true && edits.length === 0) throw new Trouble("--once belongs to --edit, --drop or --edit-file");
  const config = await loadConfig(process.cwd());
  const { pinTools = false } = flags;
  const rules = replayRules({ pinTools }, config.normalise);
  const recording = recordingOf(run, rules, "wire");
  const inside = recordingOf(run, rules, "inside");
  if (recording.calls.length + recording.unanswered.length + inside.calls.length === 0)
    throw new Trouble(`${run.path} holds no call that could be served`, whyNotForked(run, recording));
  const secrets = new Secrets(process.env);
  const params = flags.param.map(parameterOfArgument);
  const { at, model, once = false } = flags;
  const plan = forkPlan(run, recording, { at, edits, model, params, once, pinTools, secrets });
  if (argv.length === 0) throw noCommand(run);
  refuseUnwritableReport(flags);
  refuseExisting(flags.output);
  await refuseUnpriced(modelsBehind(run, plan, flags.model), flags);
  const preview = forkPreview({ run, recording, inside, plan }, secrets, process.env);
  for (const line of previewLines(runName(run), preview)) process.stderr.write(`vcr: ${sanitise(line)}\n`);
  const save = await saveTo(run, plan, { argv, output: flags.output });
  const session = new ReplaySession(recording, { matcher: forkMatcher(plan.limit, flags.match), rules });
  const problems: unknown[] = [];
  const forking = await startForking({
    handed: handedOfFork(inside, {
      recording,
      limit: plan.limit,
      normalise: config.normalise ?? [],
      ownMasking: config.redact !== undefined,
    }),
    ...{ plan, session, rules, config, save, needed: preview.missingKeys, run: runName(run), holding: flags },
    environment: process.env,
    onProblem: (error) => problems.push(error),
  });
  const watch = await LiveRun.start({
    ...{ mode: "fork", argv, parent: { path: resolve(run.path), at: plan.limit }, run: save },
    ...{ holding: forking.holding.holds, hold: flags.hold },
    giveUp: () => forking.close(),
    counts: () => ({ live: forking.handler.live, served: session.served, ...forking.holding.spent() }),
  });
  const end = await runForked(argv, { forking, watch }, flags);
  const served = inside.calls.filter(({ step }) => step < plan.limit);
  const tally = bothTallies(session, handedTally(forking.handedLog(), served));
  const savedAs = await finished(forking, { end, path: save.path });
  if (!end.ended) {
    const line = `vcr: ${sanitise(argv[0] ?? "")} could not be started: ${sanitise(end.why)}`;
    process.stderr.write(`${line}\n`);
    process.exitCode = EXIT.notStarted;
    return watch.over([line]);
  }
  const notes = [
    ...agentNotes(end, { bypassed: forking.bypassed(), what: "the fork" }),
    ...forking.holding.refused().map((why) => `kept back: ${why}`),
    ...problems.slice(0, 1).map((error) => `not all of it could be saved: ${String(error)}`),
  ];
  const cost = savedAs === undefined ? undefined : await liveCost(save.path, flags);
  const { handler } = forking;
  const { allowUnmade } = flags;
  const report = forkReport({ plan, tally, handler, run: runName(run), savedAs, cost, agent: end, notes, allowUnmade });
  const code = exitCodeOf(end);
  if (code !== 0) process.exitCode = code;
  else if (savedAs === undefined) process.exitCode = EXIT.trouble;
  else process.exitCode = report.diverged || forking.holding.refused().length > 0 ? EXIT.differs : EXIT.ok;
  const next = savedAs === undefined ? [] : [`vcr diff ${quoted(savedAs)}`];
  const { lines, json } = report;
  await watch.over(await tellReport({ lines: [...lines, ...next], json }, flags, watch));
}

/** Models that were called from the boundary on, or the one that will be. */
function modelsBehind(run: Run, { limit }: ForkPlan, model: string | undefined): readonly CalledModel[] {
  const rows = Array.from({ length: run.length }, (_, i) => run.row(i));
  return rows
    .filter(({ kind, seq }) => kind === "llm" && seq >= limit)
    .map((row) => ({ ...row, name: model ?? row.name }));
}

function editsOfFlags({ edit, drop, editFile }: ForkFlags): readonly EditSpec[] {
  const inFile = editFile === undefined ? [] : editsOfFile(readFileSync(editFile, "utf8"), editFile);
  return [...inFile, ...edit.map(editOfArgument), ...drop.map(dropOfArgument)];
}

/** What a file says was run is text: it is shown, never started by itself. */
function noCommand(run: Run): Trouble {
  const { argv, cwd } = run.header;
  if (argv === undefined) return new Trouble("which command? vcr fork run.vcr --at N -- CMD runs one");
  const folder = cwd === undefined ? "" : ` in ${sanitise(cwd)}`;
  return new Trouble(
    "which command? It stands behind --",
    `recorded${folder} with: -- ${sanitise(argv.map(quoted).join(" "))}`,
  );
}

async function saveTo(
  run: Run,
  plan: ForkPlan,
  how: { readonly argv: readonly string[]; readonly output: string | undefined },
): Promise<{ readonly id: string; readonly path: string; readonly header: RunHeader }> {
  const saved = newRun({ cwd: process.cwd(), output: how.output, now: Date.now() });
  if (saved.inFolder) excludeFromGit(process.cwd());
  const header = await parentOfRun(run, { kind: "fork", id: saved.id, path: saved.path, argv: how.argv });
  return {
    id: saved.id,
    path: saved.path,
    header: {
      ...header,
      parent: { ...header.parent, at: plan.limit },
      ...(plan.edits.length > 0 ? { edits: plan.edits } : {}),
    },
  };
}

async function runForked(
  argv: readonly string[],
  { forking, watch }: { readonly forking: Forking; readonly watch: LiveRun },
  flags: ForkFlags,
): Promise<AgentEnd> {
  const environment = { ...process.env, ...forking.variables };
  const command = agentArguments(argv, { url: forking.gateway.url, environment });
  const stdout = flags.json || flags.report === "-" ? "stderr" : "stdout";
  return runAgent({ argv: command, environment, stdout, watch });
}

/** The path of what was saved, where anything was. */
async function finished(
  { recorder, close }: Forking,
  how: { readonly end: AgentEnd; readonly path: string },
): Promise<string | undefined> {
  const { end, path } = how;
  if (end.ended)
    recorder.exit({
      ...(end.code === undefined ? {} : { code: end.code }),
      ...(end.signal ? { signal: end.signal } : {}),
    });
  await close();
  return recorder.tally.events > 0 ? shortPath(path) : undefined;
}

/** A conversation can go on without its agent, whatever kept it. */
function whyNotForked(run: Run, recording: Recording): string {
  const why = whyUnservable(run, recording);
  if (run.format === "vcr") return why;
  return `${why}; vcr continue ${quoted(run.path)} --say TEXT goes on from its messages without the agent`;
}
