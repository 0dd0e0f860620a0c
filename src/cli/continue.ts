import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { Continuation, type ContinuationEnd, type GivenResult } from "../fork/continuation.ts";
import { type ContinuationReport, callWords, continuationReport } from "../fork/continuation-report.ts";
import { type Target, targetOf } from "../fork/continuation-target.ts";
import { type EditSpec, editOfArgument, editsOfFile } from "../fork/edit-spec.ts";
import { forkMatcher } from "../fork/fork-matcher.ts";
import { parameterOfArgument } from "../fork/parameters.ts";
import { pastRecords } from "../fork/past-records.ts";
import { type PreparedContinuation, prepareContinuation } from "../fork/prepared-continuation.ts";
import { RecordedTools } from "../fork/recorded-tools.ts";
import { reachOf } from "../gateway/reach.ts";
import { ownProviders, type VcrConfig } from "../record/config.ts";
import { excludeFromGit, newRun } from "../record/run-file.ts";
import { recordingOf } from "../replay/recording.ts";
import { type ReplayRules, replayRules } from "../replay/replay-rules.ts";
import { ReplaySession } from "../replay/replay-session.ts";
import { Secrets } from "../replay/restore-secrets.ts";
import { readAll } from "../run/drive.ts";
import type { OpenedFile } from "../run/open-file.ts";
import type { Run } from "../run/run.ts";
import { quoted } from "../text/quoted.ts";
import { sanitise } from "../text/sanitise.ts";
import type { RunHeader } from "../trace/event.ts";
import { askOnTerminal } from "./ask-tool.ts";
import { EXIT } from "./exit-codes.ts";
import { type Forking, startForking } from "./forking.ts";
import { liveCost } from "./live-cost.ts";
import { loadConfig } from "./load-config.ts";
import { openForCommand } from "./open.ts";
import { Output } from "./output.ts";
import { parentOfRun } from "./parent-header.ts";
import type { PriceFlags } from "./price-flags.ts";
import { shortPath } from "./run-path.ts";
import { StreamedText } from "./streamed-text.ts";
import { Trouble, tell } from "./trouble.ts";

export interface ContinueFlags extends PriceFlags {
  readonly at?: string;
  readonly output?: string;
  readonly edit: readonly string[];
  readonly editFile?: string;
  readonly model?: string;
  readonly param: readonly string[];
  readonly say?: string;
  readonly provider?: string;
  readonly tools?: string;
  readonly report?: string;
  readonly json?: boolean;
}

/** `vcr continue [run.vcr] --at N`: asks the model itself, and answers its tools from the recording. */
export async function continueRun(word: string, flags: ContinueFlags): Promise<void> {
  const file = await openForCommand(word);
  try {
    await readAll(file);
    await continued(onlyRun(file), flags);
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
  const target = targetOf(prepared.start.asked, reachOf(process.env, ownProviders(config)), process.env);
  tellPlan(run, prepared, target);
  const save = await saveTo(run, prepared, flags.output);
  const problems: unknown[] = [];
  const forking = await startAsking({ run, prepared, config, rules, save, onProblem: (error) => problems.push(error) });
  const tools = new RecordedTools(run, prepared.start.at, prepared.rewrites);
  const { end, results } = await asked({ prepared, target, forking, tools, flags });
  const savedAs = await finished(forking, save.path);
  const cost = savedAs === undefined ? undefined : await liveCost(save.path, flags).catch(() => undefined);
  const notes = problems.slice(0, 1).map((error) => `not all of it could be saved: ${String(error)}`);
  const { live } = forking.handler;
  const facts = { run: nameOf(run), at: prepared.start.at, end, results, live, cost, savedAs, notes };
  const next = savedAs === undefined ? [] : [`vcr diff ${quoted(savedAs)}`];
  await report(continuationReport(facts), flags, next);
  process.exitCode = exitCode(end, results);
}

function editsOfFlags({ edit, editFile }: ContinueFlags): readonly EditSpec[] {
  const inFile = editFile === undefined ? [] : editsOfFile(readFileSync(editFile, "utf8"), editFile);
  return [...inFile, ...edit.map(editOfArgument)];
}

function onlyRun(file: OpenedFile): Run {
  const [run, second] = file.runs;
  if (run === undefined || second !== undefined)
    throw new Trouble(`${file.path} holds ${file.runs.length} runs; a continuation takes a file of one`);
  return run;
}

function nameOf(run: Run): string {
  return run.header.id?.slice(0, 8) ?? basename(run.path);
}

/** Says on stderr what is going to happen. */
function tellPlan(run: Run, { start, plan, rewrites, replayable }: PreparedContinuation, { path }: Target): void {
  const { asked, at, notes } = start;
  const others = run.lanes.length > 1 ? [`the run has ${run.lanes.length} conversations: only this one goes on`] : [];
  const changes = [...new Set([...plan.rewrites, ...rewrites])].map(
    ({ step, pointer }) => `${step}:${pointer} is changed`,
  );
  const lines = [
    `continuation of ${nameOf(run)} at step ${at}: ${asked.provider ?? "a server on this machine"} is asked, and that costs money`,
    ...plan.notes,
    ...notes,
    ...changes,
    ...others,
    ...(replayable ? [] : ["what is saved can be looked at and compared, its past not replayed"]),
  ];
  for (const line of lines) tell(line);
  if (process.env.VCR_DEBUG) tell(`asked at ${path}`);
}

async function saveTo(
  run: Run,
  { start, edits }: PreparedContinuation,
  output: string | undefined,
): Promise<{ readonly path: string; readonly header: RunHeader }> {
  const saved = newRun({ cwd: process.cwd(), output, now: Date.now() });
  if (saved.inFolder) excludeFromGit(process.cwd());
  const header = await parentOfRun(run, { kind: "continuation", id: saved.id, path: saved.path, argv: [] });
  return {
    path: saved.path,
    header: {
      ...header,
      parent: { ...header.parent, at: start.at },
      ...(edits.length > 0 ? { edits } : {}),
    },
  };
}

/** The gateway through which the model is asked; the steps before are in the new file when it is up. */
async function startAsking(how: {
  readonly run: Run;
  readonly prepared: PreparedContinuation;
  readonly config: VcrConfig;
  readonly rules: ReplayRules;
  readonly save: { readonly path: string; readonly header: RunHeader };
  onProblem(error: unknown): void;
}): Promise<Forking> {
  const { run, prepared, config, rules, save, onProblem } = how;
  const { plan, start } = prepared;
  const nothing = { calls: [], around: new Map(), unanswered: [] };
  const forking = await startForking({
    ...{ plan, rules, config, save, onProblem, needed: [], run: nameOf(run) },
    session: new ReplaySession(nothing, { matcher: forkMatcher(plan.limit), rules }),
    environment: process.env,
  });
  for (const record of pastRecords(run, start.at)) forking.recorder.copy(record);
  return forking;
}

/** Asks until there is an end to it; Ctrl-C is one. */
async function asked(how: {
  readonly prepared: PreparedContinuation;
  readonly target: Target;
  readonly forking: Forking;
  readonly tools: RecordedTools;
  readonly flags: ContinueFlags;
}): Promise<{ readonly end: ContinuationEnd; readonly results: readonly GivenResult[] }> {
  const { prepared, target, forking, tools, flags } = how;
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  const said = new StreamedText(flags.json || flags.report === "-" ? process.stderr : process.stdout);
  const atTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const continuation = new Continuation({
    start: prepared.start,
    url: `${forking.gateway.url}${target.path}`,
    headers: [...prepared.start.headers, ...target.headers],
    tools,
    byName: flags.tools === "by-name",
    ask: atTerminal ? askOnTerminal : undefined,
    gone: stop.signal,
    onText: (piece) => said.write(piece),
    onAnswer: () => said.end(),
    onResult: (result, answer) => tell(resultWords(result, answer.content)),
  });
  const end = await continuation.run();
  said.end();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, onSignal);
  return { end, results: continuation.results };
}

const SOURCES: Readonly<Record<GivenResult["from"], string>> = {
  exact: "recorded",
  edited: "edited",
  "by-name": "by name, loose",
  chosen: "chosen",
  given: "given",
};
const SHOWN = 100;

function resultWords({ call, from, step }: GivenResult, content: unknown): string {
  const said = (typeof content === "string" ? content : JSON.stringify(content)).replaceAll("\n", " ");
  const where = step === undefined ? "" : ` ${step}`;
  return `${callWords({ call })} → ${said.slice(0, SHOWN)}${said.length > SHOWN ? "..." : ""} (${SOURCES[from]}${where})`;
}

/** The path of what was saved; what only repeats the parent is not kept. */
async function finished({ recorder, handler, close }: Forking, path: string): Promise<string | undefined> {
  recorder.exit({ code: 0 });
  await close();
  if (handler.live > 0 || recorder.tally.events > 0) return shortPath(path);
  rmSync(path, { force: true });
  return undefined;
}

function exitCode(end: ContinuationEnd, results: readonly GivenResult[]): number {
  if (end.how === "interrupted") return EXIT.interrupted;
  if (end.how === "failed") return EXIT.trouble;
  if (end.how === "no-result" || results.some(({ from }) => from === "by-name")) return EXIT.differs;
  return EXIT.ok;
}

/** To stderr, unless a file (`-` is stdout) or JSON on stdout is asked for. */
async function report(made: ContinuationReport, to: ContinueFlags, next: readonly string[]): Promise<void> {
  const lines = [...made.lines, ...next].map((line) => sanitise(line));
  if (to.json) await new Output().line(JSON.stringify(made.json));
  else if (to.report === "-") for (const line of lines) await new Output().line(line);
  if (to.report !== undefined && to.report !== "-") {
    const content = to.json ? JSON.stringify(made.json, null, 2) : lines.join("\n");
    writeFileSync(to.report, `${content}\n`, { mode: 0o600 });
  } else if (to.report === undefined && !to.json) process.stderr.write(`${lines.join("\n")}\n`);
}
