import { existsSync } from "node:fs";
import { runPath } from "../files/run-path.ts";
import { record } from "../record/record.ts";
import { Trouble } from "../trouble.ts";
import { replay } from "./replay.ts";
import type { ReplayFlags } from "./replay-flags.ts";

/** Nobody names a new file like this; a mistyped id looks so. */
const ID = /^[\da-f][\da-f-]{7,}$/i;

/**
 * `vcr run run.vcr -- CMD`: records when the file is not there, replays it when it is. `last` and the beginning of an id
 * name runs that are there; any other word is a file.
 */
export async function run(word: string, argv: readonly string[], flags: ReplayFlags): Promise<void> {
  if (argv.length === 0) throw new Trouble("which command? vcr run run.vcr -- CMD runs one");
  const path = runPath(word, { toServe: true });
  if (existsSync(path)) return replay(path, argv, flags);
  if (ID.test(path)) throw new Trouble(`${path}: no such file, and no run's id begins so`, "a new file: run.vcr");
  process.stderr.write(`vcr: ${path} is not there yet: recording\n`);
  const { break: breaks, hold, budget, maxCalls, loop, price, pricesFile, cost, report, json } = flags;
  const holding = { ...(breaks && { break: breaks }), ...(hold && { hold }), ...(budget !== undefined && { budget }) };
  const limits = { ...(maxCalls !== undefined && { maxCalls }), ...(loop !== undefined && { loop }) };
  const prices = {
    ...(price && { price }),
    ...(pricesFile !== undefined && { pricesFile }),
    ...(cost === false && { cost }),
  };
  const told = { ...(report !== undefined && { report }), ...(json && { json }) };
  await record(argv, { ...holding, ...limits, ...prices, ...told, output: path, redact: true, fp: true });
}
