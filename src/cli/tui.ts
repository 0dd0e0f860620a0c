import { existsSync } from "node:fs";
import { nearest } from "../query/nearest.ts";
import { parseFilter } from "../query/parse.ts";
import { advanceAll, readAll } from "../run/drive.ts";
import type { OpenedFile } from "../run/open-file.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { hasTerminal } from "../terminal/tty.ts";
import { parseAddress } from "./address.ts";
import { openForCommand } from "./open.ts";
import { colorChoice, filterTrouble, show } from "./show.ts";
import { Trouble } from "./trouble.ts";

export interface TuiOptions {
  readonly at?: string;
  readonly filter?: string;
  readonly color: string;
  readonly ascii?: boolean;
}

/** What is read before the first frame: enough for a screen of events, in milliseconds. */
const HEAD_START = 12;

/** `vcr tui FILE`: the full-screen program; where there is no terminal, what `vcr show` prints. */
export async function tui(address: string, options: TuiOptions, commands: readonly string[]): Promise<void> {
  const { path, step } = parseAddress(address);
  const at = options.at ?? step;
  const colors = colorChoice(options.color);
  if (options.filter !== undefined) checkFilter(options.filter);
  if (!existsSync(path)) throw new Trouble(`${path}: no such file`, hintFor(path, commands));
  if (!hasTerminal()) {
    return show(path, {
      color: options.color,
      ...(options.filter !== undefined && { filter: options.filter }),
      ...(at !== undefined && { step: at }),
    });
  }
  const file = await openForCommand(path);
  await headStart(file, at);
  const capabilities = capabilitiesOf(process.env, colors);
  const { FullScreen } = await import("./full-screen.ts");
  await FullScreen.run(file, {
    capabilities: options.ascii ? { ...capabilities, unicode: false } : capabilities,
    ...(at !== undefined && { at }),
    ...(options.filter !== undefined && { filter: options.filter }),
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

/** A few milliseconds of reading; for a step that was asked for, as far as it takes. */
async function headStart(file: OpenedFile, at: string | undefined): Promise<void> {
  advanceAll(file, performance.now() + HEAD_START);
  const [run] = file.runs;
  if (at === undefined || !run || run.indexOf(at) >= 0) return;
  await readAll(file);
  if (run.indexOf(at) < 0) {
    file.close();
    throw new Trouble(`${file.path}: there is no step ${at}; the run has ${run.steps}`);
  }
}
