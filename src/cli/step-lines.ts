import { readAll } from "../run/drive.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { parseAddress } from "./address.ts";
import { chosenRuns } from "./chosen-runs.ts";
import { colorChoice } from "./color-choice.ts";
import { linesFor } from "./event-line.ts";
import { FullScreen } from "./full-screen.ts";
import { lineFront } from "./line-front.ts";
import { openForCommand, tellProblems } from "./open.ts";
import { previewLines } from "./preview-lines.ts";
import { pricesLoader, shownPrices } from "./prices.ts";
import { catalogOf } from "./runs.ts";
import { settingsFor } from "./settings.ts";
import type { ShowOptions } from "./show.ts";
import { shownFile } from "./shown-file.ts";
import { shownRows } from "./shown-rows.ts";
import { Trouble } from "./trouble.ts";

/** `vcr show -i` without a terminal: reads commands from stdin, a line each, and answers in rows as `vcr show` prints them. */
export async function stepLines(address: string, options: ShowOptions): Promise<void> {
  const { path, run: number, step = options.step } = parseAddress(address);
  const opened = await openForCommand(path);
  const file = options.reveal ? opened : shownFile(opened);
  await readAll(file);
  const [run] = chosenRuns(file, number);
  if (!run || run.length === 0) throw new Trouble(`${path}: no events to step through`);
  const prices = await shownPrices(options);
  const rows = shownRows(run, options.filter, prices);
  if (rows.length === 0) throw new Trouble("no event matches the filter");
  if (step !== undefined && !rows.includes(run.indexOf(step)))
    throw new Trouble(`there is no step ${step} among the shown events`);
  tellProblems(file);
  const lines = await linesFor(run, { color: options.color, prices });
  await FullScreen.run(file, {
    settings: settingsFor(capabilitiesOf(process.env, colorChoice(options.color)), {}),
    front: lineFront({
      greet: false,
      speaker: { event: (state, i) => [lines.line(i), ...previewLines(state.run, i)] },
    }),
    run,
    at: step ?? run.row(rows[0] ?? 0).step,
    filter: options.filter ?? "",
    forgetful: true,
    catalog: catalogOf([]),
    loadPrices: pricesLoader(options),
  });
}
