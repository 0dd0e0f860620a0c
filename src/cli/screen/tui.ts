import { existsSync, statSync } from "node:fs";
import { nearest } from "../../query/nearest.ts";
import { parseFilter } from "../../query/syntax/parse.ts";
import { advanceAll, readAll } from "../../run/drive.ts";
import type { OpenedFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";
import { hasTerminal } from "../../terminal/tty.ts";
import { parseAddress, parseRunAddress } from "../files/address.ts";
import { chosenRuns } from "../files/chosen-runs.ts";
import { openForCommand } from "../files/open.ts";
import { runPath } from "../files/run-path.ts";
import { shownFile } from "../files/shown-file.ts";
import { STANDARD_INPUT } from "../files/standard-input.ts";
import { catalogOf, runs } from "../read/runs.ts";
import { show } from "../read/show.ts";
import { filterTrouble } from "../read/shown-rows.ts";
import { colorChoice } from "../settings/color-choice.ts";
import type { PriceFlags } from "../settings/price-flags.ts";
import { pricesLoader } from "../settings/prices.ts";
import { Trouble } from "../trouble.ts";
import type { Compared } from "./comparing.ts";
import { frontFor } from "./front-for.ts";

export interface TuiOptions extends PriceFlags {
  readonly at?: string;
  readonly filter?: string;
  readonly color: string;
  readonly ascii?: boolean;
  readonly theme?: string;
  readonly screenReader?: boolean;
  /** Secrets that stand in a file of another tool are shown (vcr show -i --reveal). */
  readonly reveal?: boolean;
}

/** What is read before the first frame: enough for a screen of events, in milliseconds. */
const HEAD_START = 12;

/**
 * `vcr tui [FILE...]`: one file opens on its events; none, a folder or several on the list of runs. Where there is no
 * terminal it prints what `vcr show` or `vcr runs` prints.
 */
export async function tui(words: readonly string[], options: TuiOptions, commands: readonly string[]): Promise<void> {
  const [address] = words;
  const other = words.length === 2 ? words[1] : undefined;
  if (address === undefined || words.length > 2) return tuiOfRuns(words, options);
  const compare = other === undefined ? undefined : comparedRun(other);
  const { path: word, run: number, step } = parseAddress(address);
  const path = runPath(word);
  const at = options.at ?? step;
  const colors = colorChoice(options.color);
  const loadPrices = pricesLoader(options);
  if (options.filter !== undefined) checkFilter(options.filter);
  if (path !== STANDARD_INPUT && !existsSync(path)) throw new Trouble(`${path}: no such file`, hintFor(path, commands));
  if (path !== STANDARD_INPUT && statSync(path).isDirectory()) return tuiOfRuns([path], options);
  const talks = hasTerminal() || (options.screenReader === true && path !== STANDARD_INPUT);
  if (!talks && compare !== undefined) {
    const { diff } = await import("../read/diff.ts");
    return diff(address, other, { context: "1", ignore: [], scrub: [], color: options.color });
  }
  if (!talks) {
    return show(number === undefined ? path : `${path}#${number}/`, {
      color: options.color,
      ...(options.price && { price: options.price }),
      ...(options.pricesFile !== undefined && { pricesFile: options.pricesFile }),
      ...(options.cost !== undefined && { cost: options.cost }),
      ...(options.filter !== undefined && { filter: options.filter }),
      ...(at !== undefined && { step: at }),
    });
  }
  const opened = await openForCommand(path);
  const file = options.reveal ? opened : shownFile(opened);
  const run = await headStart(file, number, at);
  const shown = await frontFor({ ...options, color: colors });
  const { FullScreen } = await import("./full-screen.ts");
  await FullScreen.run(file, {
    ...shown,
    run,
    catalog: catalogOf([]),
    loadPrices,
    ...(at !== undefined && { at }),
    ...(compare !== undefined && { compare }),
    ...(options.filter !== undefined && { filter: options.filter }),
  });
}

/** @throws Trouble when there is no such file, or it is a folder */
function comparedRun(word: string): Compared {
  const { path: name, run } = parseRunAddress(word);
  const path = runPath(name);
  if (!existsSync(path)) throw new Trouble(`${path}: no such file`);
  if (statSync(path).isDirectory()) throw new Trouble(`${path} is a folder: name a file in it to compare with`);
  return { path, ...(run !== undefined && { number: run }) };
}

/** The list of runs, full screen. @throws Trouble for an option that only makes sense with one file */
async function tuiOfRuns(words: readonly string[], options: TuiOptions): Promise<void> {
  const colors = colorChoice(options.color);
  const loadPrices = pricesLoader(options);
  for (const name of ["at", "filter"] as const)
    if (options[name] !== undefined) throw new Trouble(`--${name} goes with one FILE`);
  const catalog = catalogOf(words);
  if (!hasTerminal() && !options.screenReader) return runs(words, options);
  catalog.list(performance.now() + HEAD_START);
  const shown = await frontFor({ ...options, color: colors });
  const { FullScreen } = await import("./full-screen.ts");
  await FullScreen.run(null, {
    ...shown,
    catalog,
    loadPrices,
  });
}

function checkFilter(filter: string): void {
  const parsed = parseFilter(filter);
  if (!parsed.ok) throw new Trouble(filterTrouble(filter, parsed.problem), parsed.problem.hint);
}

function hintFor(path: string, commands: readonly string[]): string {
  const command = /[/.\\]/.test(path) ? undefined : nearest(path, commands);
  return command === undefined ? "vcr --help shows examples" : `did you mean the command: vcr ${command}?`;
}

/** A few milliseconds of reading; for a run or a step that was asked for, as far as it takes. */
async function headStart(
  file: OpenedFile,
  number: number | undefined,
  at: string | undefined,
): Promise<Run | undefined> {
  advanceAll(file, performance.now() + HEAD_START);
  const known = number === undefined ? file.runs[0] : file.runs[number - 1];
  if (at === undefined ? number === undefined || known : known && known.indexOf(at) >= 0)
    return number === undefined ? undefined : known;
  await readAll(file);
  try {
    const [run] = chosenRuns(file, number);
    if (at !== undefined && run && run.indexOf(at) < 0)
      throw new Trouble(`${file.path}: there is no step ${at}; the run has ${run.steps}`);
    return number === undefined ? undefined : run;
  } catch (error) {
    file.close();
    throw error;
  }
}
