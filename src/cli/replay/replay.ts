import { resolve } from "node:path";
import { reachOf } from "../../gateway/reach/reach.ts";
import { customRules, ownProviders } from "../../record/config.ts";
import { newId } from "../../record/run-file.ts";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import { handedTally } from "../../replay/handed/handed-log.ts";
import { handedText, modelsAsk } from "../../replay/handed/handed-recording.ts";
import { ReplaySession } from "../../replay/replay-session.ts";
import {
  bothTallies,
  type ReplayReport,
  type ReplayTally,
  replayReport,
  reportJson,
  reportLines,
} from "../../replay/report/replay-report.ts";
import type { Run } from "../../run/run.ts";
import { agentNotes, lossNotes } from "../agent/agent-notes.ts";
import { agentOrCallers } from "../agent/agent-or-callers.ts";
import { closeRun } from "../agent/close-run.ts";
import { LiveRun } from "../agent/live-run.ts";
import { tellNotStarted } from "../agent/not-started.ts";
import { type AgentEnd, exitCodeOf } from "../agent/run-agent.ts";
import { type Report, tellReport } from "../agent/tell-report.ts";
import { checkPrintEnv } from "../agent/waiting.ts";
import { EXIT } from "../exit-codes.ts";
import { type ChildRun, childRun } from "../files/child-run.ts";
import { oneRun } from "../files/one-run.ts";
import { runName } from "../files/run-name.ts";
import { Trouble } from "../trouble.ts";
import { isFree, liveTag } from "./free-calls.ts";
import { type PreparedReplay, prepareReplay } from "./prepared-replay.ts";
import { handedOptions, type ReplayFlags } from "./replay-flags.ts";
import { startReplaying } from "./replaying.ts";
import { tellLive, tellMissing, tellTools } from "./tell-beforehand.ts";

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
  const prepared = await prepareReplay(run, argv, flags);
  const { config, rules, matcher, recording, inside } = prepared;
  tellTools(run, [recording, inside], flags);
  if (flags.live === "llm") tellLive(run, reachOf(process.env, ownProviders(config)));
  tellMissing(recording);
  const masker = new Masker({ secrets: environmentSecrets(process.env), custom: customRules(config) });
  const session = new ReplaySession(recording, { matcher, rules, masker, replayErrors: flags.replayErrors ?? false });
  const save = flags.save ? await saveTo(run, argv, flags) : undefined;
  const problems: unknown[] = [];
  const replaying = await startReplaying({
    ...{ ...prepared, session, masker, save, run: runName(run), holding: flags, environment: process.env },
    handed: handedOf(prepared, flags),
    ...(flags.listen === undefined ? {} : { hosts: ["host.docker.internal"] }),
    onProblem: (error) => problems.push(error),
  });
  const watch = await LiveRun.start({
    ...{ mode: "replay", argv, parent: { path: resolve(run.path) }, run: save ?? { id: newId() } },
    ...{ holding: replaying.holding.holds, hold: flags.hold },
    giveUp: () => replaying.close(),
    counts: () => ({ live: replaying.live, served: session.served, ...replaying.holding.spent() }),
  });
  const end = await agentOrCallers(argv, { ...replaying, watch, doing: "replaying" }, flags);
  const tally = bothTallies(session, handedTally(replaying.handedLog(), inside.calls));
  const savedAs = await closeRun(replaying, { end, path: save?.path });
  if (!end.ended) return watch.over([tellNotStarted(argv, end.why)]);
  const refused = replaying.holding.refused();
  const report = replayReport(requiredOf(tally, flags), {
    ...{ ...flags, live: replaying.live, withoutKey: replaying.withoutKey, run: runName(run), savedAs },
    notes: [
      ...(save !== undefined && savedAs === undefined ? ["nothing was saved: the agent made no call"] : []),
      ...agentNotes(end, { bypassed: replaying.bypassed(), what: "the replay" }),
      ...lossNotes(refused, problems),
    ],
  });
  process.exitCode = exitCode(report, end, refused.length > 0);
  await watch.over(await tellReport(maskedReport(report, masker), flags, watch));
}

/** What programs need that serve the calls of wrapped functions themselves; undefined where there are none. */
function handedOf(
  { config, matcher, steady, recording, inside }: PreparedReplay,
  flags: ReplayFlags,
): string | undefined {
  if (inside.calls.length === 0) return undefined;
  return handedText(inside, {
    ...handedOptions(flags, config, matcher),
    clock: steady.clock,
    modelsAsk: modelsAsk(recording, inside),
  });
}

function saveTo(run: Run, argv: readonly string[], { output, live }: ReplayFlags): Promise<ChildRun> {
  const tags = live === undefined ? [] : [liveTag(live), `replay-of-${runName(run)}`];
  return childRun(run, { kind: "replay", argv, output, tags });
}

/** What is live need not be made again as it was. */
function requiredOf(tally: ReplayTally, { live }: ReplayFlags): ReplayTally {
  return { ...tally, neverMade: tally.neverMade.filter((call) => !isFree(call, live)) };
}

function maskedReport(report: ReplayReport, masker: Masker): Report {
  return { lines: reportLines(report).map((line) => masker.text(line)), json: masker.value(reportJson(report)) };
}

function exitCode({ diverged }: ReplayReport, end: AgentEnd, keptBack: boolean): number {
  if (end.ended && end.signal === "SIGINT") return EXIT.interrupted;
  if (diverged || keptBack) return EXIT.differs;
  return exitCodeOf(end) === 0 ? EXIT.ok : EXIT.agentFailed;
}
