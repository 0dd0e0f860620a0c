import type { Command } from "./command.ts";
import { ANNOTATE } from "./commands/annotate.ts";
import { ATTEMPTS } from "./commands/attempts.ts";
import { CHOICE_COMMANDS } from "./commands/choices.ts";
import { COMPARE } from "./commands/compare.ts";
import { COMPARE_MOVE } from "./commands/compare-move.ts";
import { COMPARE_PAIR } from "./commands/compare-pair.ts";
import { COPY } from "./commands/copy.ts";
import { DETAIL } from "./commands/detail.ts";
import { DRAFT } from "./commands/draft.ts";
import { EXPORT } from "./commands/export.ts";
import { FILTER_SEARCH } from "./commands/filter-search.ts";
import { LIVE_HELD } from "./commands/live-held.ts";
import { LIVE_RUN } from "./commands/live-run.ts";
import { MOVEMENT } from "./commands/movement.ts";
import { OPTION_COMMANDS } from "./commands/options.ts";
import { OVERLAYS } from "./commands/overlays.ts";
import { OVERVIEW } from "./commands/overview.ts";
import { PROGRAM } from "./commands/program.ts";
import { PROMPT_COMMANDS } from "./commands/prompt.ts";
import { PROVENANCE } from "./commands/provenance.ts";
import { RUNS } from "./commands/runs.ts";
import { RUNS_LIST } from "./commands/runs-list.ts";
import { TIME_TRAVEL } from "./commands/time-travel.ts";
import { WINDOW } from "./commands/window.ts";

/** The one table: keys, hint bar, help, palette, command line, `vcr keys` and README come from it. */
export const COMMANDS: readonly Command[] = [
  ...MOVEMENT,
  ...ATTEMPTS,
  ...TIME_TRAVEL,
  ...ANNOTATE,
  ...LIVE_HELD,
  ...LIVE_RUN,
  ...PROVENANCE,
  ...FILTER_SEARCH,
  ...DETAIL,
  ...COMPARE,
  ...COMPARE_MOVE,
  ...COMPARE_PAIR,
  ...DRAFT,
  ...COPY,
  ...EXPORT,
  ...WINDOW,
  ...RUNS,
  ...RUNS_LIST,
  ...PROGRAM,
  ...OPTION_COMMANDS,
  ...OVERLAYS,
  ...PROMPT_COMMANDS,
  ...CHOICE_COMMANDS,
  ...OVERVIEW,
];
