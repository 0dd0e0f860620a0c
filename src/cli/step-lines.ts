import { createInterface } from "node:readline";
import { readAll } from "../run/drive.ts";
import type { Run } from "../run/run.ts";
import { parseAddress } from "./address.ts";
import { openForCommand, tellProblems } from "./open.ts";
import { Output } from "./output.ts";
import { previewLines } from "./preview-lines.ts";
import { chosenRuns, linesFor, type ShowOptions, shownPrices, shownRows } from "./show.ts";
import { stepText } from "./step-text.ts";
import { Trouble } from "./trouble.ts";

const HELP = "n next, p previous, j STEP jump, v whole event, ? help, q quit";

/** `vcr show -i` without a terminal: reads commands from stdin, a line each, and answers in lines. */
export async function stepLines(address: string, options: ShowOptions): Promise<void> {
  const { path, run: number, step = options.step } = parseAddress(address);
  const file = await openForCommand(path);
  await readAll(file);
  const [run] = chosenRuns(file, number);
  if (!run || run.length === 0) throw new Trouble(`${path}: no events to step through`);
  const prices = await shownPrices(options);
  const rows = shownRows(run, options.filter, prices);
  if (rows.length === 0) throw new Trouble("no event matches the filter");
  const out = new Output();
  let at = step === undefined ? 0 : placeOf(run, rows, step);
  if (at < 0) throw new Trouble(`there is no step ${step} among the shown events`);
  const lines = await linesFor(run, { color: options.color, prices });
  const tell = async () => {
    await out.line(lines.line(rows[at]!));
    for (const line of previewLines(run, rows[at]!)) await out.line(line);
  };
  await tell();
  for await (const typed of createInterface({ input: process.stdin })) {
    const [word = "n", argument = ""] = typed.trim().split(/\s+/);
    if (word === "q") break;
    if (word === "" || word === "n") at = Math.min(at + 1, rows.length - 1);
    else if (word === "p") at = Math.max(at - 1, 0);
    else if (word === "j" && placeOf(run, rows, argument) >= 0) at = placeOf(run, rows, argument);
    else if (word === "v") {
      for (const line of stepText(run, rows[at]!)) await out.line(line);
      continue;
    } else {
      await out.line(word === "j" ? `no step ${argument || "given"} among the shown events` : HELP);
      continue;
    }
    await tell();
  }
  tellProblems(file);
  file.close();
}

function placeOf(run: Run, rows: readonly number[], step: string): number {
  return rows.indexOf(run.indexOf(step));
}
