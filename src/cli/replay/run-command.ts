import { existsSync } from "node:fs";
import { holdingLimits } from "../agent/holding-limits.ts";
import { runPath } from "../files/run-path.ts";
import { type RecordFlags, record } from "../record/record.ts";
import { Trouble } from "../trouble.ts";
import { readReplayFlags } from "./prepared-replay.ts";
import { replay } from "./replay.ts";
import type { ReplayFlags } from "./replay-flags.ts";

/** Nobody names a new file like this; a mistyped id looks so. */
const ID = /^[\da-f][\da-f-]{7,}$/i;

/**
 * `vcr run run.vcr -- CMD`: records when the file is not there, replays it when it is. `last`, the name of a run in `.vcr/`
 * and the beginning of an id name runs that are there; any other word is a file.
 */
export async function run(word: string, argv: readonly string[], flags: ReplayFlags): Promise<void> {
  if (argv.length === 0) throw new Trouble("which command? vcr run run.vcr -- CMD runs one");
  const path = runPath(word, { toServe: true });
  const replayed = replayFlags(flags);
  if (existsSync(path)) return replay(path, argv, replayed);
  if (ID.test(path)) throw new Trouble(`${path}: no such file, and no run's id begins so`, "a new file: run.vcr");
  // Options that the replay will refuse are refused before anything is paid for.
  await readReplayFlags(replayed);
  process.stderr.write(`vcr: ${path} is not there yet: recording\n`);
  await record(argv, { ...recordFlags(flags), output: path, redact: true, fp: true });
}

/** Limits are about live calls: where the whole run is served, they were for its recording. */
function replayFlags(flags: ReplayFlags): ReplayFlags {
  if (flags.live !== undefined) return flags;
  holdingLimits(flags);
  const { budget: _budget, maxCalls: _maxCalls, loop: _loop, ...served } = flags;
  return served;
}

function recordFlags(flags: ReplayFlags): Omit<RecordFlags, "redact" | "fp"> {
  const { break: breaks, hold, budget, maxCalls, loop, price, pricesFile, cost, report, json } = flags;
  return {
    ...(breaks && { break: breaks }),
    ...(hold && { hold }),
    ...(budget !== undefined && { budget }),
    ...(maxCalls !== undefined && { maxCalls }),
    ...(loop !== undefined && { loop }),
    ...(price && { price }),
    ...(pricesFile !== undefined && { pricesFile }),
    ...(cost === false && { cost }),
    ...(report !== undefined && { report }),
    ...(json && { json }),
  };
}
