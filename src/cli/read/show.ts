import { attemptsIn, foldedRows } from "../../app/attempts.ts";
import { eventJson } from "../../app/export/event-json.ts";
import { readAll } from "../../run/drive.ts";
import type { OpenedFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";
import type { Prices } from "../../stats/prices.ts";
import { parseAddress } from "../files/address.ts";
import { chosenRuns } from "../files/chosen-runs.ts";
import { openForCommand, tellProblems } from "../files/open.ts";
import { shownFile } from "../files/shown-file.ts";
import { Output } from "../output.ts";
import type { PriceFlags } from "../settings/price-flags.ts";
import { shownPrices } from "../settings/prices.ts";
import { Trouble } from "../trouble.ts";
import { type EventLines, linesFor } from "./event-line.ts";
import { previewLines } from "./preview-lines.ts";
import { headerLines } from "./run-header.ts";
import { settledRows } from "./settled-rows.ts";

export interface ShowOptions extends PriceFlags {
  readonly verbose?: boolean;
  readonly step?: string;
  readonly filter?: string;
  readonly json?: boolean;
  /** Secrets that stand in a file of another tool are printed. */
  readonly reveal?: boolean;
  readonly color: string;
}

/** `vcr show FILE`: header and one line an event; one event whole; JSON Lines. What only the other forms need is loaded for them. */
export async function show(address: string, options: ShowOptions): Promise<void> {
  const { path, run: number, step = options.step } = parseAddress(address);
  const prices = await shownPrices(options);
  const file = options.reveal ? await openForCommand(path) : shownFile(await openForCommand(path));
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

/** Failed attempts at calls have lines of their own. */
function unfolded({ json, verbose }: ShowOptions): boolean {
  return json === true || verbose === true;
}

type Shown = ShowOptions & { readonly prices: Prices };

async function showRun(run: Run, out: Output, options: Shown): Promise<void> {
  const { shownRows } = await import("./shown-rows.ts");
  const rows = shownRows(run, options.filter, options.prices);
  const page = await Page.begin(run, out, options);
  for (const i of unfolded(options) ? rows : foldedRows(run, rows)) await page.event(i);
}

/**
 * Everything, while it is being read: the first lines of a big file do not wait for its last. An attempt that is made
 * again only hundreds of events later may therefore have its own line.
 */
async function showAsRead(file: OpenedFile, out: Output, options: Shown): Promise<void> {
  let page: Page | undefined;
  for await (const { run, i } of settledRows(file)) {
    if (page?.run !== run) {
      if (page && !options.json) await out.line("");
      page = await Page.begin(run, out, options);
    }
    if (unfolded(options) || !attemptsIn(run).has(run.row(i).row)) await page.event(i);
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
    const page = new Page(run, out, {
      options,
      lines: await linesFor(run, { ...options, unfolded: unfolded(options) }),
    });
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

async function showStep(
  run: Run,
  step: string,
  { out, json }: { readonly out: Output; readonly json: boolean },
): Promise<void> {
  const i = run.indexOf(step);
  if (i < 0)
    throw new Trouble(`${run.path}: there is no step ${step}; the run has ${run.steps} (0 to ${run.steps - 1})`);
  if (json) return out.line(JSON.stringify(eventJson(run, i, { bodies: true }), null, 2));
  const { stepText } = await import("../../app/spoken/step-text.ts");
  for (const line of stepText(run, i)) await out.line(line);
}
