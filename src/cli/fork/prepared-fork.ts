import { parameterOfArgument } from "../../fork/plan/parameters.ts";
import { type ForkPlan, forkPlan } from "../../fork/plan/plan.ts";
import { type ForkPreview, forkPreview } from "../../fork/plan/preview.ts";
import type { VcrConfig } from "../../record/config.ts";
import { type Recording, recordingOf } from "../../replay/recording.ts";
import { type ReplayRules, replayRules } from "../../replay/replay-rules.ts";
import { whyUnservable } from "../../replay/report/unservable.ts";
import { Secrets } from "../../replay/restore-secrets.ts";
import type { Run } from "../../run/run.ts";
import { quoted } from "../../text/quoted.ts";
import { sanitise } from "../../text/sanitise.ts";
import { type CalledModel, refuseUnpriced } from "../agent/holding.ts";
import { refuseUnwritableReport } from "../agent/tell-report.ts";
import { refuseExisting } from "../files/refuse-existing.ts";
import { loadConfig } from "../settings/load-config.ts";
import { Trouble } from "../trouble.ts";
import { editsOfFlags } from "./edits-of-flags.ts";
import type { ForkFlags } from "./fork.ts";

/** What a fork is going to do, decided and checked before anything starts. */
export interface PreparedFork {
  readonly config: VcrConfig;
  readonly rules: ReplayRules;
  /** Calls on the wire, and those of wrapped functions. */
  readonly recording: Recording;
  readonly inside: Recording;
  readonly plan: ForkPlan;
  readonly preview: ForkPreview;
}

/** @throws Trouble or VcrError for what cannot be forked, or not so */
export async function prepareFork(run: Run, argv: readonly string[], flags: ForkFlags): Promise<PreparedFork> {
  const edits = editsOfFlags(flags);
  if (flags.once === true && edits.length === 0) throw new Trouble("--once belongs to --edit, --drop or --edit-file");
  const config = await loadConfig(process.cwd());
  const { at, model, once = false, pinTools = false } = flags;
  const rules = replayRules({ pinTools }, config.normalise);
  const recording = recordingOf(run, rules, "wire");
  const inside = recordingOf(run, rules, "inside");
  if (recording.calls.length + recording.unanswered.length + inside.calls.length === 0)
    throw new Trouble(`${run.path} holds no call that could be served`, whyNotForked(run, recording));
  const secrets = new Secrets(process.env);
  const params = flags.param.map(parameterOfArgument);
  const plan = forkPlan(run, recording, { at, edits, model, params, once, pinTools, secrets });
  if (argv.length === 0) throw noCommand(run);
  refuseUnwritableReport(flags);
  refuseExisting(flags.output);
  await refuseUnpriced(modelsBehind(run, plan, model), flags);
  const preview = forkPreview({ run, recording, inside, plan }, secrets, process.env);
  return { config, rules, recording, inside, plan, preview };
}

/** Models that were called from the boundary on, or the one that will be. */
function modelsBehind(run: Run, { limit }: ForkPlan, model: string | undefined): readonly CalledModel[] {
  const rows = Array.from({ length: run.length }, (_, i) => run.row(i));
  return rows
    .filter(({ kind, seq }) => kind === "llm" && seq >= limit)
    .map((row) => ({ ...row, name: model ?? row.name }));
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

/** A conversation can go on without its agent, whatever kept it. */
function whyNotForked(run: Run, recording: Recording): string {
  const why = whyUnservable(run, recording);
  if (run.format === "vcr") return why;
  return `${why}; vcr continue ${quoted(run.path)} --say TEXT goes on from its messages without the agent`;
}
