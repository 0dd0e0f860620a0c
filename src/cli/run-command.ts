import { existsSync } from "node:fs";
import { record } from "./record.ts";
import { replay } from "./replay.ts";
import type { ReplayFlags } from "./replay-flags.ts";
import { Trouble } from "./trouble.ts";

/** `vcr run run.vcr -- CMD`: records when the file is not there, replays it when it is. */
export async function run(path: string, argv: readonly string[], flags: ReplayFlags): Promise<void> {
  if (argv.length === 0) throw new Trouble("which command? vcr run run.vcr -- CMD runs one");
  if (existsSync(path)) return replay(path, argv, flags);
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
