import { resolve } from "node:path";
import { agentArguments } from "../../gateway/agent-arguments.ts";
import { isAskedHere } from "../../gateway/asked-here.ts";
import type { Reach } from "../../gateway/reach.ts";
import { reachOf } from "../../gateway/reach.ts";
import { customRules, ownProviders } from "../../record/config.ts";
import { excludeFromGit, newId, newRun } from "../../record/run-file.ts";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import type { ServableCall } from "../../replay/calls/servable-call.ts";
import { handedTally } from "../../replay/handed/handed-log.ts";
import { handedText, modelsAsk } from "../../replay/handed/handed-recording.ts";
import { type RecordedPart, type Recording, recordingOf } from "../../replay/recording.ts";
import { ReplaySession } from "../../replay/replay-session.ts";
import {
  bothTallies,
  type ReplayReport,
  type ReplayTally,
  replayReport,
  reportJson,
  reportLines,
} from "../../replay/report/replay-report.ts";
import { toolsOfRun } from "../../replay/report/tools-of-run.ts";
import { whyUnservable } from "../../replay/report/unservable.ts";
import { missingSecrets, Secrets } from "../../replay/restore-secrets.ts";
import { RunClock } from "../../replay/run-clock.ts";
import type { Run } from "../../run/run.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { RunHeader } from "../../trace/event.ts";
import { agentNotes } from "../agent/agent-notes.ts";
import { readHoldingFlags } from "../agent/holding.ts";
import { LiveRun } from "../agent/live-run.ts";
import { type AgentEnd, exitCodeOf, runAgent } from "../agent/run-agent.ts";
import { refuseUnwritableReport, tellReport } from "../agent/tell-report.ts";
import { checkPrintEnv, tellVariables, untilInterrupted } from "../agent/waiting.ts";
import { EXIT } from "../exit-codes.ts";
import { liveFiles } from "../files/live-files.ts";
import { oneRun } from "../files/one-run.ts";
import { parentOfRun } from "../files/parent-header.ts";
import { refuseExisting } from "../files/refuse-existing.ts";
import { runName } from "../files/run-name.ts";
import { shortPath } from "../files/run-path.ts";
import { loadConfig } from "../settings/load-config.ts";
import { Trouble } from "../trouble.ts";
import { handedOptions, matcherOfFlags, portOf, type ReplayFlags, rulesOfFlags, speedOf } from "./replay-flags.ts";
import { type Replaying, startReplaying } from "./replaying.ts";

/** `vcr replay [run.vcr] -- CMD`: runs the command and answers its calls from the recording; nothing goes to the network. */
export async function replay(word: string, argv: readonly string[], flags: ReplayFlags): Promise<void> {
  checkPrintEnv(flags);
  if (!flags.save && flags.output !== undefined) throw new Trouble("-o says where to save, --no-save not to: give one");
  const { file, run } = await oneRun(word, { hint: "vcr replay takes one", toServe: true });
  try {
    await replayRun(run, argv, flags);
  } finally {
    file.close();
  }
}

async function replayRun(run: Run, argv: readonly string[], flags: ReplayFlags): Promise<void> {
  if (argv.length === 0 && flags.listen === undefined) throw noCommand(run);
  if (flags.allowRealTools && flags.live !== "llm") throw new Trouble("--allow-real-tools belongs to --live llm");
  await checkHolding(flags);
  refuseUnwritableReport(flags);
  const config = await loadConfig(process.cwd());
  const rules = rulesOfFlags(flags, config);
  const matcher = matcherOfFlags(flags, config);
  const steady = steadyOf(run, flags);
  const speed = speedOf(flags);
  const port = portOf(flags);
  refuseExisting(flags.output);
  const recording = recordingOf(run, rules, "wire");
  const inside = recordingOf(run, rules, wrappedPart(flags));
  if (recording.calls.length + recording.around.size + inside.calls.length === 0)
    throw await nothingToServe(run, recording);
  tellTools(run, [recording, inside], flags);
  if (flags.live === "llm") tellLive(run, reachOf(process.env, ownProviders(config)));
  tellMissing(recording);
  const masker = new Masker({ secrets: environmentSecrets(process.env), custom: customRules(config) });
  const session = new ReplaySession(recording, { matcher, rules, masker, replayErrors: flags.replayErrors ?? false });
  const name = runName(run);
  const save = flags.save ? await saveTo(run, argv, flags) : undefined;
  const problems: unknown[] = [];
  const replaying = await startReplaying({
    ...{ session, rules, config, masker, save, run: name, holding: flags },
    environment: process.env,
    live: flags.live,
    steady,
    ...(inside.calls.length === 0
      ? {}
      : {
          handed: handedText(inside, {
            ...handedOptions(flags, config, matcher),
            clock: steady.clock,
            modelsAsk: modelsAsk(recording, inside),
          }),
        }),
    ...{ speed, port },
    ...(flags.listen === undefined ? {} : { hosts: ["host.docker.internal"] }),
    onProblem: (error) => problems.push(error),
  });
  const watch = await LiveRun.start({
    ...{ mode: "replay", argv, parent: { path: resolve(run.path) }, run: save ?? { id: newId() } },
    ...{ holding: replaying.holding.holds, hold: flags.hold },
    giveUp: () => replaying.close(),
    counts: () => ({ live: replaying.live, served: session.served, ...replaying.holding.spent() }),
  });
  const ready = (): void => tellVariables(replaying, { forEval: flags.printEnv === true, doing: "replaying" });
  if (flags.listen !== undefined && argv.length > 0) ready();
  const end =
    argv.length === 0 ? await untilInterrupted(watch, ready) : await runReplayed(argv, { replaying, watch }, flags);
  const wrapped = handedTally(replaying.handedLog(), inside.calls);
  const saved = await finished(replaying, { end, save: save?.path });
  if (!end.ended) {
    const line = `vcr: ${sanitise(argv[0] ?? "")} could not be started: ${sanitise(end.why)}`;
    process.stderr.write(`${line}\n`);
    process.exitCode = EXIT.notStarted;
    return watch.over([line]);
  }
  const report = replayReport(requiredOf(bothTallies(session, wrapped), flags), {
    ...flags,
    live: replaying.live,
    withoutKey: replaying.withoutKey,
    run: name,
    savedAs: saved,
    notes: [
      ...(save !== undefined && saved === undefined ? ["nothing was saved: the agent made no call"] : []),
      ...agentNotes(end, { bypassed: replaying.bypassed(), what: "the replay" }),
      ...replaying.holding.refused().map((why) => `kept back: ${why}`),
      ...problems.slice(0, 1).map((error) => `not all of it could be saved: ${String(error)}`),
    ],
  });
  process.exitCode = exitCode(report, end, replaying.holding.refused().length > 0);
  const masked = {
    lines: reportLines(report).map((line) => masker.text(line)),
    json: masker.value(reportJson(report)),
  };
  await watch.over(await tellReport(masked, flags, watch));
}

/** Wrapped calls, but for those of what is live. */
function wrappedPart({ live }: ReplayFlags): RecordedPart {
  if (live === undefined) return "inside";
  return live === "llm" ? "inside-tools" : "inside-models";
}

function steadyOf(run: Run, { freezeTime, seed }: ReplayFlags): { readonly clock?: RunClock; readonly seed?: number } {
  const clock = freezeTime ? new RunClock(run) : undefined;
  if (clock !== undefined && clock.first === undefined)
    throw new Trouble(`--freeze-time: ${run.path} does not say when it was recorded`);
  if (seed !== undefined && !/^\d{1,10}$/.test(seed)) throw new Trouble(`--seed ${seed}: expected a whole number`);
  return {
    ...(clock === undefined ? {} : { clock }),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  };
}

/** What is live need not be made again as it was. */
function requiredOf(tally: ReplayTally, { live }: ReplayFlags): ReplayTally {
  if (live === undefined) return tally;
  const free = ({ kind, op }: ServableCall): boolean =>
    live === "llm" ? kind === "llm" || kind === "memory" : kind === "tool" || op === "mcp";
  return { ...tally, neverMade: tally.neverMade.filter((call) => !free(call)) };
}

function noCommand(run: Run): Trouble {
  const recorded = run.header.argv?.join(" ");
  const hint = recorded === undefined ? "vcr replay run.vcr -- CMD" : `it was recorded with: ${sanitise(recorded)}`;
  return new Trouble("which command? vcr replay run.vcr -- CMD runs one", hint);
}

async function nothingToServe(run: Run, recording: Recording): Promise<Trouble> {
  const live = (await liveFiles([run.path])).size > 0;
  const no = live ? "holds no call that could be answered yet" : "holds no call that could be answered";
  return new Trouble(
    `${run.path} ${no}`,
    live ? "it is being recorded: wait for its end" : whyUnservable(run, recording),
  );
}

/** @throws Trouble when tools would run that must not. */
function tellTools(run: Run, recordings: readonly Recording[], flags: ReplayFlags): void {
  const tools = toolsOfRun(run, recordings);
  const live = flags.live === "tools";
  const served = live ? [] : tools.served;
  const real = live ? [...tools.served, ...tools.real].sort() : tools.real;
  if (flags.live === "llm" && real.length > 0 && !flags.allowRealTools)
    throw new Trouble(
      `with a live model the agent would run these tools for real: ${names(real)}`,
      "--allow-real-tools lets it; tools that are wrapped are answered from the recording",
    );
  if (real.length > 0 && !flags.realTools)
    throw new Trouble(`the agent would run these tools for real: ${names(real)}`, "without --no-real-tools they run");
  const parts = [
    ...(served.length > 0 ? [`answered from the recording: ${names(served)}`] : []),
    ...(real.length > 0 ? [`run for real by the agent: ${names(real)}`] : []),
  ];
  if (parts.length > 0) process.stderr.write(`vcr: tools ${parts.join("; ")}\n`);
}

/** One call of each provider tells where all of its calls go. */
function tellLive(run: Run, reach: Reach): void {
  const here = new Map<string | undefined, boolean>();
  for (let i = 0; i < run.length; i++) {
    const { kind, provider } = run.row(i);
    if (kind === "llm" && !here.has(provider))
      here.set(provider, isAskedHere({ provider, url: run.body(i).request?.url }, reach));
  }
  const all = here.size > 0 && [...here.values()].every(Boolean);
  process.stderr.write(`vcr: the model is called for real, ${all ? "on this machine" : "and that costs money"}\n`);
}

function names(list: readonly string[]): string {
  const more = list.length > 20 ? `, and ${list.length - 20} more` : "";
  return sanitise(`${list.slice(0, 20).join(", ")}${more}`);
}

function tellMissing(recording: Recording): void {
  const missing = missingSecrets(recording, new Secrets(process.env));
  if (missing.length === 0) return;
  process.stderr.write(
    `vcr: answers hold ${names(missing)}, masked when they were recorded and not in this environment: the agent gets the placeholder\n`,
  );
}

async function saveTo(
  run: Run,
  argv: readonly string[],
  flags: ReplayFlags,
): Promise<{ readonly id: string; readonly path: string; readonly header: RunHeader }> {
  const saved = newRun({ cwd: process.cwd(), output: flags.output, now: Date.now() });
  if (saved.inFolder) excludeFromGit(process.cwd());
  const header = await parentOfRun(run, { kind: "replay", id: saved.id, path: saved.path, argv });
  const tags = flags.live === undefined ? {} : { tags: [`live-${flags.live}`, `replay-of-${runName(run)}`] };
  return { id: saved.id, path: saved.path, header: { ...header, ...tags } };
}

async function runReplayed(
  argv: readonly string[],
  { replaying, watch }: { readonly replaying: Replaying; readonly watch: LiveRun },
  flags: ReplayFlags,
): Promise<AgentEnd> {
  const environment = { ...process.env, ...replaying.variables };
  const command = agentArguments(argv, { url: replaying.gateway.url, environment });
  const stdout = flags.json || flags.report === "-" ? "stderr" : "stdout";
  return runAgent({ argv: command, environment, stdout, watch });
}

/** The path of what was saved, where anything was. */
async function finished(
  replaying: Replaying,
  how: { readonly end: AgentEnd; readonly save: string | undefined },
): Promise<string | undefined> {
  const { recorder } = replaying;
  const { end, save } = how;
  if (end.ended)
    recorder?.exit({
      ...(end.code === undefined ? {} : { code: end.code }),
      ...(end.signal ? { signal: end.signal } : {}),
    });
  await replaying.close();
  if (save === undefined || recorder === undefined) return undefined;
  return recorder.tally.events > 0 ? shortPath(save) : undefined;
}

/** @throws Trouble for options that do not go together, or cannot be read */
async function checkHolding(flags: ReplayFlags): Promise<void> {
  const { limits } = await readHoldingFlags(flags);
  const { breaks, budget, maxCalls, loop } = limits;
  if (flags.live === undefined && [budget, maxCalls, loop].some((each) => each !== undefined))
    throw new Trouble("--budget, --max-calls and --loop are about live calls: they belong to --live");
  if (!flags.save && breaks.length > 0)
    throw new Trouble("--break looks at what is saved: it does not go with --no-save");
}

function exitCode({ diverged }: ReplayReport, end: AgentEnd, keptBack: boolean): number {
  if (end.ended && end.signal === "SIGINT") return EXIT.interrupted;
  if (diverged || keptBack) return EXIT.differs;
  return exitCodeOf(end) === 0 ? EXIT.ok : EXIT.agentFailed;
}
