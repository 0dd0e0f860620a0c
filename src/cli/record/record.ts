import { relative } from "node:path";
import { excludeFromGit, isRunName, newRun } from "../../record/run-file.ts";
import type { RunHeader } from "../../trace/event.ts";
import { VERSION } from "../../version.ts";
import { agentOrCallers } from "../agent/agent-or-callers.ts";
import { readHoldingFlags } from "../agent/holding.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";
import { LiveRun } from "../agent/live-run.ts";
import { type AgentEnd, exitCodeOf, exitOf } from "../agent/run-agent.ts";
import type { RunningFlags } from "../agent/running-flags.ts";
import { type Report, refuseUnwritableReport, tellReport } from "../agent/tell-report.ts";
import { checkPrintEnv } from "../agent/waiting.ts";
import { writtenSums } from "../agent/written-sums.ts";
import { errorMessage } from "../error-words.ts";
import { EXIT } from "../exit-codes.ts";
import { liveFiles } from "../files/live-files.ts";
import { refuseExisting } from "../files/refuse-existing.ts";
import { loadConfig } from "../settings/load-config.ts";
import { Trouble } from "../trouble.ts";
import { recordJson, recordSummary } from "./record-summary.ts";
import { type Recording, startRecording } from "./recording.ts";

export interface RecordFlags extends RunningFlags, HoldingFlags {
  readonly output?: string;
  readonly name?: string;
  readonly meta?: readonly string[];
  readonly tag?: readonly string[];
  readonly externalize?: string;
  readonly force?: boolean;
  readonly redact: boolean;
  readonly fp: boolean;
  readonly listen?: string | true;
  readonly printEnv?: boolean;
  readonly report?: string;
}

/** `vcr record -- CMD`: runs the command and records its calls; `--listen` alone records whoever calls until Ctrl-C. */
export async function record(argv: readonly string[], flags: RecordFlags): Promise<void> {
  const listening = flags.listen !== undefined;
  if (argv.length === 0 && !listening)
    throw new Trouble("which command? vcr record -- CMD runs one", "vcr record --listen waits for calls instead");
  checkPrintEnv(flags);
  refuseUnwritableReport(flags);
  const run = runFor(flags);
  const header = headerOf(argv, flags, run.id);
  const sizes = numbers(flags);
  await readHoldingFlags(flags);
  refuseExisting(flags.output ?? shown(run.path), flags.force ?? false);
  const config = await loadConfig(process.cwd());
  if (flags.force && (await liveFiles([run.path])).size > 0)
    throw new Trouble(`${shown(run.path)} is being recorded right now`, "choose another name, or wait for its end");
  let problem: unknown;
  const recording = await startRecording({
    ...{ path: run.path, header, config, environment: process.env, holding: flags },
    ...{ redact: flags.redact, fingerprints: flags.fp, force: flags.force ?? false, ...sizes },
    ...(listening ? { hosts: ["host.docker.internal"] } : {}),
    onProblem: (error) => {
      problem ??= error;
    },
  });
  if (run.inFolder) excludeFromGit(process.cwd());
  if (!flags.redact) process.stderr.write("vcr: --no-redact: secrets are written as they are\n");
  const live = await LiveRun.start({
    ...{ mode: "record", run, argv, holding: recording.holding.holds, hold: flags.hold },
    giveUp: () => recording.close(),
    counts: () => ({ live: recording.live(), served: 0, ...recording.holding.spent() }),
  });
  const end = await agentOrCallers(argv, { ...recording, watch: live, doing: "recording" }, flags);
  const report = await finish(end, { recording, run, argv, problem, flags });
  await recording.close();
  await live.over(await tellReport(report, flags, live));
}

function runFor(flags: RecordFlags): ReturnType<typeof newRun> {
  const { output, name } = flags;
  if (output !== undefined && name !== undefined) throw new Trouble("-o and --name name the file both: give one");
  if (name !== undefined && !isRunName(name))
    throw new Trouble(`--name ${name}: letters, digits, ".", "_", "-" and spaces, no folders`);
  return newRun({ cwd: process.cwd(), output, name, now: Date.now() });
}

function headerOf(argv: readonly string[], flags: RecordFlags, id: string): RunHeader {
  const meta = (flags.meta ?? []).map((pair) => {
    const at = pair.indexOf("=");
    if (at < 1) throw new Trouble(`--meta ${pair}: expected KEY=VALUE`);
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  return {
    id,
    created: Date.now(),
    by: `agent-vcr ${VERSION}`,
    ...(argv.length > 0 ? { argv } : {}),
    cwd: process.cwd(),
    ...(meta.length > 0 ? { meta: Object.fromEntries(meta) } : {}),
    ...(flags.tag ? { tags: flags.tag } : {}),
  };
}

function numbers(flags: RecordFlags): { readonly externalize?: number; readonly port?: number } {
  const { externalize, listen } = flags;
  return {
    ...(externalize === undefined
      ? {}
      : { externalize: wholeNumber("--externalize", externalize, Number.MAX_SAFE_INTEGER) }),
    ...(typeof listen === "string" ? { port: wholeNumber("--listen", listen, 65535) } : {}),
  };
}

function wholeNumber(flag: string, text: string, most: number): number {
  if (!/^\d+$/.test(text) || Number(text) > most)
    throw new Trouble(`${flag} ${text}: expected a whole number up to ${most}`);
  return Number(text);
}

/** Writes the end down, sets the exit code, and says how it went. */
async function finish(
  end: AgentEnd,
  how: {
    readonly recording: Recording;
    readonly run: { readonly id: string; readonly path: string };
    readonly argv: readonly string[];
    readonly problem: unknown;
    readonly flags: RecordFlags;
  },
): Promise<Report> {
  const { recording, run, argv, problem, flags } = how;
  const { tally } = recording.recorder;
  if (end.ended) recording.recorder.exit(exitOf(end));
  const lines: string[] = [];
  const words = problem === undefined ? undefined : errorMessage(problem);
  if (words !== undefined) lines.push(`vcr: not everything could be written: ${words}`);
  if (!end.ended) lines.push(`vcr: ${argv[0] ?? ""} could not be started: ${end.why}`);
  const sums = tally.events > 0 ? await writtenSums(run.path, flags) : undefined;
  const interrupted = end.ended && end.interrupted === true;
  const facts = {
    ...{ tally, errors: sums?.errors ?? tally.errors, cost: sums?.cost, tokens: sums?.tokens },
    ...{ interrupted, path: shown(run.path), argv, bypassed: recording.bypassed() },
  };
  if (end.ended) lines.push(...recordSummary(facts));
  const refused = recording.holding.refused();
  // The last line opens the run.
  lines.splice(-1, 0, ...refused.map((why) => `vcr: kept back: ${why}`));
  const exitCode = exitCodeOf(end);
  if (exitCode !== 0 || !end.ended) process.exitCode = exitCode;
  else if (interrupted && (argv.length === 0 || tally.events === 0)) process.exitCode = EXIT.interrupted;
  else process.exitCode = tally.events === 0 ? EXIT.trouble : refused.length > 0 ? EXIT.differs : exitCode;
  const agent = end.ended ? exitOf(end) : { notStarted: end.why };
  return { lines, json: recordJson({ ...facts, id: run.id, agent, refused, problem: words }) };
}

/** From here, where that is shorter. */
function shown(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith("..") ? path : near;
}
