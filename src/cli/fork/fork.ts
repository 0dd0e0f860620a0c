import { resolve } from "node:path";
import { type ForkMatcherName, forkMatcher } from "../../fork/fork-matcher.ts";
import { forkReport } from "../../fork/fork-report.ts";
import { previewLines } from "../../fork/plan/preview-words.ts";
import { handedTally } from "../../replay/handed/handed-log.ts";
import { handedOfFork } from "../../replay/handed/handed-recording.ts";
import type { Recording } from "../../replay/recording.ts";
import { ReplaySession } from "../../replay/replay-session.ts";
import { bothTallies } from "../../replay/report/replay-report.ts";
import type { Run } from "../../run/run.ts";
import { quoted } from "../../text/quoted.ts";
import { sanitise } from "../../text/sanitise.ts";
import { agentNotes, lossNotes } from "../agent/agent-notes.ts";
import { closeRun } from "../agent/close-run.ts";
import type { HoldingFlags } from "../agent/holding-flags.ts";
import { LiveRun } from "../agent/live-run.ts";
import { tellNotStarted } from "../agent/not-started.ts";
import { type AgentEnd, exitCodeOf } from "../agent/run-agent.ts";
import { runThroughGateway } from "../agent/run-through-gateway.ts";
import type { RunningFlags } from "../agent/running-flags.ts";
import { tellReport } from "../agent/tell-report.ts";
import { liveCost } from "../agent/written-sums.ts";
import { EXIT } from "../exit-codes.ts";
import { childRun } from "../files/child-run.ts";
import { oneRun } from "../files/one-run.ts";
import { runName } from "../files/run-name.ts";
import type { EditFlags } from "./edit-flags.ts";
import { type ForkingOptions, startForking } from "./forking.ts";
import { type PreparedFork, prepareFork } from "./prepared-fork.ts";

export interface ForkFlags extends RunningFlags, HoldingFlags, EditFlags {
  readonly at?: string;
  readonly output?: string;
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
  const prepared = await prepareFork(run, argv, flags);
  const { plan, recording, rules } = prepared;
  for (const line of previewLines(runName(run), prepared.preview)) process.stderr.write(`vcr: ${sanitise(line)}\n`);
  const save = await childRun(run, {
    ...{ kind: "fork", argv, output: flags.output },
    ...{ at: plan.limit, edits: plan.edits },
  });
  const session = new ReplaySession(recording, { matcher: forkMatcher(plan.limit, flags.match), rules });
  const problems: unknown[] = [];
  const forking = await startForking({
    handed: handedOf(prepared),
    ...{ plan, session, rules, config: prepared.config, save, needed: prepared.preview.missingKeys },
    ...{ run: runName(run), holding: flags, environment: process.env },
    onProblem: (error) => problems.push(error),
  });
  const watch = await LiveRun.start({
    ...{ mode: "fork", argv, parent: { path: resolve(run.path), at: plan.limit }, run: save },
    ...{ holding: forking.holding.holds, hold: flags.hold },
    giveUp: () => forking.close(),
    counts: () => ({ live: forking.handler.live, served: session.served, ...forking.holding.spent() }),
  });
  const end = await runThroughGateway(argv, { ...forking, watch }, flags);
  const tally = bothTallies(session, handedTally(forking.handedLog(), servedInside(prepared)));
  const savedAs = await closeRun(forking, { end, path: save.path });
  if (!end.ended) return watch.over([tellNotStarted(argv, end.why)]);
  const refused = forking.holding.refused();
  const report = forkReport({
    ...{ plan, tally, handler: forking.handler, run: runName(run), savedAs, agent: end },
    cost: savedAs === undefined ? undefined : await liveCost(save.path, flags),
    notes: [...agentNotes(end, { bypassed: forking.bypassed(), what: "the fork" }), ...lossNotes(refused, problems)],
    allowUnmade: flags.allowUnmade,
  });
  process.exitCode = exitCode(end, savedAs, report.diverged || refused.length > 0);
  const next = savedAs === undefined ? [] : [`vcr diff ${quoted(savedAs)}`];
  await watch.over(await tellReport({ lines: [...report.lines, ...next], json: report.json }, flags, watch));
}

/** What programs need that serve the calls of wrapped functions themselves. */
function handedOf({ config, recording, inside, plan }: PreparedFork): ForkingOptions["handed"] {
  return handedOfFork(inside, {
    recording,
    limit: plan.limit,
    normalise: config.normalise ?? [],
    ownMasking: config.redact !== undefined,
  });
}

function servedInside({ inside, plan }: PreparedFork): Recording["calls"] {
  return inside.calls.filter(({ step }) => step < plan.limit);
}

function exitCode(end: AgentEnd, savedAs: string | undefined, differs: boolean): number {
  const own = exitCodeOf(end);
  if (own !== 0) return own;
  if (savedAs === undefined) return EXIT.trouble;
  return differs ? EXIT.differs : EXIT.ok;
}
