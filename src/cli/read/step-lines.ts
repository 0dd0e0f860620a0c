import { readAll } from "../../run/drive.ts";
import { capabilitiesOf } from "../../terminal/capabilities.ts";
import { parseAddress } from "../files/address.ts";
import { chosenRuns } from "../files/chosen-runs.ts";
import { openForCommand, tellProblems } from "../files/open.ts";
import { shownFile } from "../files/shown-file.ts";
import { FullScreen } from "../screen/full-screen.ts";
import { lineFront } from "../screen/line-front.ts";
import { settingsFor } from "../screen/settings.ts";
import { colorChoice } from "../settings/color-choice.ts";
import { pricesLoader, shownPrices } from "../settings/prices.ts";
import { Trouble } from "../trouble.ts";
import { linesFor } from "./event-line.ts";
import { previewLines } from "./preview-lines.ts";
import { catalogOf } from "./runs.ts";
import type { ShowOptions } from "./show.ts";
import { shownRows } from "./shown-rows.ts";

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
