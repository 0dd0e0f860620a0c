import { eventJson } from "../app/export/event-json.ts";
import { FilterJob } from "../app/filter-job.ts";
import { stepText } from "../app/spoken/step-text.ts";
import { readAll } from "../run/drive.ts";
import type { OpenedFile } from "../run/open-file.ts";
import type { Run } from "../run/run.ts";
import { usdOf } from "../stats/cost.ts";
import { type Prices, STORED_PRICES } from "../stats/prices.ts";
import { type ColorChoice, capabilitiesOf } from "../terminal/capabilities.ts";
import { glyphsFor } from "../theme/glyphs.ts";
import { themes } from "../theme/theme.ts";
import { parseAddress } from "./address.ts";
import { type EventLines, eventLines } from "./event-line.ts";
import { openForCommand, tellProblems } from "./open.ts";
import { Output } from "./output.ts";
import { previewLines } from "./preview-lines.ts";
import type { PriceFlags } from "./price-flags.ts";
import { pricesFor } from "./prices.ts";
import { headerLines } from "./run-header.ts";
import { settledRows } from "./settled-rows.ts";
import { Trouble, tell } from "./trouble.ts";

export interface ShowOptions extends PriceFlags {
  readonly verbose?: boolean;
  readonly step?: string;
  readonly filter?: string;
  readonly json?: boolean;
  readonly interactive?: boolean;
  /** Undefined: as the terminal says. */
  readonly tui?: boolean | undefined;
  readonly color: string;
}

/** `vcr show FILE`: header and one line an event; one event whole; JSON Lines; or the way to the full screen. */
export async function show(address: string, options: ShowOptions): Promise<void> {
  const { path, run: number, step = options.step } = parseAddress(address);
  if (options.interactive) return interactive(address, options);
  const prices = await shownPrices(options);
  const file = await openForCommand(path);
  const out = new Output();
  if (step !== undefined || number !== undefined || options.filter) {
    await readAll(file);
    for (const [n, run] of chosenRuns(file, number).entries()) {
      if (n > 0 && !options.json) await out.line("");
      if (step !== undefined) await showStep(run, step, { out, json: options.json === true });
      else await showRun(run, out, { ...options, prices });
    }
  } else await showAsRead(file, out, { ...options, prices });
  tellProblems(file);
  file.close();
}

/** Loading the catalogue takes longer than most else of this command: it is for those who ask for costs. */
export async function shownPrices(options: ShowOptions): Promise<Prices> {
  const { filter = "", price, pricesFile, cost } = options;
  const asked = price !== undefined || pricesFile !== undefined || cost === false || /\bcost\b/i.test(filter);
  return asked ? pricesFor(options) : STORED_PRICES;
}

/** All runs of a file, or the one that was named. @throws Trouble when there is no such run */
export function chosenRuns(file: OpenedFile, number: number | undefined): readonly Run[] {
  if (number === undefined) return file.runs;
  const run = file.runs[number - 1];
  if (!run) throw new Trouble(`${file.path}: there is no run ${number}; the file has ${file.runs.length}`);
  return [run];
}

async function interactive(address: string, options: ShowOptions): Promise<void> {
  if (options.tui ?? (process.stdout.isTTY && process.stdin.isTTY)) {
    const { tui } = await import("./tui.ts");
    return tui(
      [address],
      {
        color: options.color,
        ...(options.price && { price: options.price }),
        ...(options.pricesFile !== undefined && { pricesFile: options.pricesFile }),
        ...(options.cost !== undefined && { cost: options.cost }),
        ...(options.step && { at: options.step }),
        ...(options.filter && { filter: options.filter }),
      },
      [],
    );
  }
  const { stepLines } = await import("./step-lines.ts");
  return stepLines(address, options);
}

type Shown = ShowOptions & { readonly prices: Prices };

async function showRun(run: Run, out: Output, options: Shown): Promise<void> {
  const rows = shownRows(run, options.filter, options.prices);
  const page = await Page.begin(run, out, options);
  for (const i of rows) await page.event(i);
}

/** Everything, while it is being read: the first lines of a big file do not wait for its last. */
async function showAsRead(file: OpenedFile, out: Output, options: Shown): Promise<void> {
  let page: Page | undefined;
  for await (const { run, i } of settledRows(file)) {
    if (page?.run !== run) {
      if (page && !options.json) await out.line("");
      page = await Page.begin(run, out, options);
    }
    await page.event(i);
  }
  file.finish();
  const [first] = file.runs;
  if (!page && first) await Page.begin(first, out, options);
}

/** The lines of one run: header, headings, events; or JSON Lines. */
class Page {
  readonly run: Run;
  readonly #out: Output;
  readonly #options: Shown;
  readonly #lines: EventLines;

  static async begin(run: Run, out: Output, options: Shown): Promise<Page> {
    const page = new Page(run, out, { options, lines: await linesFor(run, options) });
    if (!options.json) {
      for (const line of headerLines(run)) await out.line(line);
      await out.line(page.#lines.header());
    }
    return page;
  }

  private constructor(run: Run, out: Output, parts: { readonly options: Shown; readonly lines: EventLines }) {
    this.run = run;
    this.#out = out;
    this.#options = parts.options;
    this.#lines = parts.lines;
  }

  async event(i: number): Promise<void> {
    const { json, verbose = false } = this.#options;
    if (json) return this.#out.line(JSON.stringify(eventJson(this.run, i, { bodies: verbose })));
    await this.#out.line(this.#lines.line(i));
    if (verbose) for (const line of previewLines(this.run, i)) await this.#out.line(line);
  }
}

export function linesFor(
  run: Run,
  { color, prices }: { readonly color: string; readonly prices: Prices },
): Promise<EventLines> {
  const { colors, unicode } = capabilitiesOf(process.env, colorChoice(color));
  const shown = process.stdout.isTTY || color === "always" ? colors : "none";
  return eventLines(run, {
    look: { theme: shown === "none" ? themes.mono : themes.dark, glyphs: glyphsFor(unicode) },
    colors: shown,
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
    prices,
  });
}

/** @throws Trouble for another word than auto, always, never */
export function colorChoice(word: string): ColorChoice {
  if (word === "auto" || word === "always" || word === "never") return word;
  throw new Trouble(`--color takes auto, always or never, not "${word}"`);
}

/** Places of the rows that a filter leaves. @throws Trouble when it cannot be read, with a mark under the place */
export function shownRows(run: Run, filter: string | undefined, prices: Prices): readonly number[] {
  if (filter === undefined || filter.trim() === "") return Array.from({ length: run.length }, (_, i) => i);
  const job = FilterJob.start(run, filter, { cost: (i) => usdOf(run.row(i), prices) });
  if (!(job instanceof FilterJob))
    throw new Trouble(filterTrouble(filter, job), job.hint || "vcr tui has the fields behind f and Tab");
  job.advance(Number.POSITIVE_INFINITY);
  for (const hint of job.hints) tell(`filter: ${hint}`);
  return job.rows.map((row) => run.indexOfRow(row));
}

export function filterTrouble(
  filter: string,
  problem: { readonly message: string; readonly from: number; readonly to: number },
): string {
  return `filter: ${problem.message}\n       ${filter}\n       ${" ".repeat(problem.from)}${"^".repeat(Math.max(1, problem.to - problem.from))}`;
}

async function showStep(
  run: Run,
  step: string,
  { out, json }: { readonly out: Output; readonly json: boolean },
): Promise<void> {
  const i = run.indexOf(step);
  if (i < 0)
    throw new Trouble(`${run.path}: there is no step ${step}; the run has ${run.steps} (0 to ${run.steps - 1})`);
  if (json) return out.line(JSON.stringify(eventJson(run, i, { bodies: true }), null, 2));
  for (const line of stepText(run, i)) await out.line(line);
}
