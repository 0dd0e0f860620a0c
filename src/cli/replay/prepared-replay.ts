import type { LivePart } from "../../gateway/replaying/live-calls.ts";
import type { VcrConfig } from "../../record/config.ts";
import type { Matcher } from "../../replay/matching/matcher.ts";
import { type RecordedPart, type Recording, recordingOf } from "../../replay/recording.ts";
import type { ReplayRules } from "../../replay/replay-rules.ts";
import { whyUnservable } from "../../replay/report/unservable.ts";
import { RunClock } from "../../replay/run-clock.ts";
import type { Run } from "../../run/run.ts";
import { sanitise } from "../../text/sanitise.ts";
import { readHoldingFlags } from "../agent/holding.ts";
import { refuseUnwritableReport } from "../agent/tell-report.ts";
import { liveFiles } from "../files/live-files.ts";
import { refuseExisting } from "../files/refuse-existing.ts";
import { loadConfig } from "../settings/load-config.ts";
import { Trouble } from "../trouble.ts";
import { matcherOfFlags, portOf, type ReplayFlags, rulesOfFlags, speedOf } from "./replay-flags.ts";

/** What a replay is going to do, decided and checked before anything starts. */
export interface PreparedReplay {
  readonly config: VcrConfig;
  readonly rules: ReplayRules;
  readonly matcher: Matcher;
  /** Calls on the wire, and those of wrapped functions that are served. */
  readonly recording: Recording;
  readonly inside: Recording;
  readonly live: LivePart | undefined;
  readonly steady: Steady;
  readonly speed: number | undefined;
  readonly port: number | undefined;
}

/** What of its surroundings an agent finds again as it was. */
interface Steady {
  readonly clock?: RunClock;
  readonly seed?: number;
}

/** @throws Trouble for what cannot be replayed, or not so */
export async function prepareReplay(run: Run, argv: readonly string[], flags: ReplayFlags): Promise<PreparedReplay> {
  if (argv.length === 0 && flags.listen === undefined) throw noCommand(run);
  const read = await readReplayFlags(flags);
  const { rules } = read;
  const steady = steadyOf(run, flags);
  refuseExisting(flags.output);
  const recording = recordingOf(run, rules, "wire");
  const inside = recordingOf(run, rules, wrappedPart(flags));
  if (recording.calls.length + recording.around.size + inside.calls.length === 0)
    throw await nothingToServe(run, recording);
  return { ...read, recording, inside, live: flags.live, steady };
}

/** What the options say whatever the run is. @throws Trouble */
export async function readReplayFlags(
  flags: ReplayFlags,
): Promise<Pick<PreparedReplay, "config" | "rules" | "matcher" | "speed" | "port">> {
  if (flags.allowRealTools && flags.live !== "llm") throw new Trouble("--allow-real-tools belongs to --live llm");
  await checkHolding(flags);
  refuseUnwritableReport(flags);
  if (flags.seed !== undefined) seedOf(flags.seed);
  const config = await loadConfig(process.cwd());
  const rules = rulesOfFlags(flags, config);
  return { config, rules, matcher: matcherOfFlags(flags, config), speed: speedOf(flags), port: portOf(flags) };
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

/** Wrapped calls, but for those of what is live. */
function wrappedPart({ live }: ReplayFlags): RecordedPart {
  if (live === undefined) return "inside";
  return live === "llm" ? "inside-tools" : "inside-models";
}

function steadyOf(run: Run, { freezeTime, seed }: ReplayFlags): Steady {
  const clock = freezeTime ? new RunClock(run) : undefined;
  if (clock !== undefined && clock.first === undefined)
    throw new Trouble(`--freeze-time: ${run.path} does not say when it was recorded`);
  return {
    ...(clock === undefined ? {} : { clock }),
    ...(seed === undefined ? {} : { seed: seedOf(seed) }),
  };
}

function seedOf(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Trouble(`--seed ${text}: expected a whole number`);
  return Number(text);
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
