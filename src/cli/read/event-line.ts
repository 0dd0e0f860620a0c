import { eventCells, hasOrigins, timeWidth } from "../../app/selectors/event-cells.ts";
import type { Line } from "../../cells/line.ts";
import type { Run } from "../../run/run.ts";
import type { Prices } from "../../stats/prices.ts";
import { runCostOf } from "../../stats/run-cost.ts";
import { capabilitiesOf } from "../../terminal/capabilities.ts";
import type { ColorDepth } from "../../terminal/color-codes.ts";
import { sgrLine } from "../../terminal/sgr-line.ts";
import { glyphsFor } from "../../theme/glyphs.ts";
import { themes } from "../../theme/theme.ts";
import { colorChoice } from "../settings/color-choice.ts";

type Look = import("../../../components/look.ts").Look;

export interface EventLineOptions {
  readonly look: Look;
  readonly colors: ColorDepth;
  /** Cells of a line; undefined: as long as it takes (a pipe). */
  readonly width: number | undefined;
  readonly prices: Prices;
  /** Failed attempts have lines of their own. @default false */
  readonly unfolded?: boolean;
}

/** A pipe has no edge: lines are given this many cells, and blanks at their ends are cut. */
const PIPE_WIDTH = 220;

type Rows = typeof import("../../../components/event-row.ts") &
  typeof import("../../../components/event-columns.ts") &
  typeof import("../../../components/fit-line.ts");

/** @returns the lines of a run's events; the components that make them are loaded here */
async function eventLines(run: Run, options: EventLineOptions): Promise<EventLines> {
  const [row, columns, fit] = await Promise.all([
    import("../../../components/event-row.ts"),
    import("../../../components/event-columns.ts"),
    import("../../../components/fit-line.ts"),
  ]);
  return new EventLines(run, options, { ...row, ...columns, ...fit });
}

/** The lines of a run's events as stdout takes them: its colours, its width. @throws Trouble for an unknown `color` */
export function linesFor(
  run: Run,
  { color, prices, unfolded = false }: { readonly color: string } & Pick<EventLineOptions, "prices" | "unfolded">,
): Promise<EventLines> {
  const { colors, unicode } = capabilitiesOf(process.env, colorChoice(color));
  const shown = process.stdout.isTTY || color === "always" ? colors : "none";
  return eventLines(run, {
    look: { theme: shown === "none" ? themes.mono : themes.dark, glyphs: glyphsFor(unicode) },
    colors: shown,
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
    prices,
    unfolded,
  });
}

/** The lines of `vcr show`: the same rows as on the screen. */
export class EventLines {
  readonly #run: Run;
  readonly #options: EventLineOptions;
  readonly #width: number;
  readonly #rows: Rows;
  #fixed: ReturnType<Rows["columnsFor"]> | undefined;

  constructor(run: Run, options: EventLineOptions, rows: Rows) {
    this.#run = run;
    this.#rows = rows;
    this.#options = options;
    this.#width = options.width ?? PIPE_WIDTH;
  }

  header(): string {
    return this.#text(this.#rows.eventHeader(this.#options.look, this.#columns(), this.#width));
  }

  line(i: number, selected = false): string {
    const { look, prices } = this.#options;
    const { unfolded = false } = this.#options;
    const unicode = look.glyphs.horizontal !== "-";
    const event = eventCells(this.#run, i, { time: "duration", unicode, prices, attempts: unfolded });
    return this.#text(this.#rows.eventRow({ look, columns: this.#columns(), event, selected }, this.#width));
  }

  /** The same for all lines of a run, also when the first are printed before the last are known. */
  #columns(): ReturnType<Rows["columnsFor"]> {
    this.#fixed ??= this.#columnsNow();
    return this.#fixed;
  }

  #columnsNow() {
    const known = String(Math.max(0, this.#run.steps - 1)).length;
    const digits = this.#run.progress.complete ? Math.max(2, known) : Math.max(5, known + 1);
    return this.#rows.columnsFor(this.#width, {
      digits,
      agents: this.#run.lanes.length > 1,
      costs: runCostOf(this.#run, this.#options.prices).total !== undefined,
      origins: hasOrigins(this.#run),
      time: timeWidth("duration", this.#run),
    });
  }

  #text(line: Line): string {
    const { colors } = this.#options;
    return colors === "none" ? this.#rows.lineText(line).trimEnd() : sgrLine(line, colors);
  }
}
