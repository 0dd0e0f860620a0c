import { diffRuns } from "../../diff/diff-runs.ts";
import { diffJson } from "../../diff/payload/diff-json.ts";
import { type ReportLine, reportLines } from "../../diff/payload/render-diff.ts";
import type { DiffOptions } from "../../diff/run-diff.ts";
import { finished } from "../../diff/work.ts";
import { patternProblem } from "../../identity/pointer-pattern.ts";
import { isScrub, SCRUBS } from "../../identity/scrub.ts";
import type { OpenedFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";
import { capabilitiesOf } from "../../terminal/capabilities.ts";
import { sgrLine } from "../../terminal/sgr-line.ts";
import { themes } from "../../theme/theme.ts";
import { EXIT } from "../exit-codes.ts";
import { oneRun } from "../files/one-run.ts";
import { tellProblems } from "../files/open.ts";
import { parentOf } from "../files/parent-run.ts";
import { shownRun } from "../files/shown-file.ts";
import { Output } from "../output.ts";
import { colorChoice } from "../settings/color-choice.ts";
import { Trouble } from "../trouble.ts";

export interface DiffFlags {
  readonly verbose?: boolean;
  readonly context: string;
  readonly ignore: readonly string[];
  readonly scrub: readonly string[];
  readonly json?: boolean;
  readonly stat?: boolean;
  /** auto, always, never */
  readonly color: string;
}

/** `vcr diff A B`: where two runs part, and why. Of a fork alone: against its parent. */
export async function diff(a: string, b: string | undefined, flags: DiffFlags): Promise<void> {
  const options = optionsOf(flags);
  const context = contextOf(flags.context);
  const files: OpenedFile[] = [];
  try {
    const first = await opened(a, files);
    const [left, right] =
      b === undefined ? [await parentOf(first, (path) => opened(path, files)), first] : [first, await opened(b, files)];
    const found = finished(diffRuns(left, right, options));
    const out = new Output();
    if (flags.json) await out.line(JSON.stringify(diffJson(found), null, 2));
    else {
      const text = lineColours(flags.color);
      for (const line of reportLines(found, { ...flags, context })) await out.line(text(line));
    }
    for (const file of files) tellProblems(file);
    process.exitCode = found.diverged || found.unrelated ? EXIT.differs : EXIT.ok;
  } finally {
    for (const file of files) file.close();
  }
}

async function opened(address: string, files: OpenedFile[]): Promise<Run> {
  const { file, run } = await oneRun(address, { hint: "vcr diff compares one with one" });
  files.push(file);
  return shownRun(run);
}

const TOKENS = {
  head: "text.dim",
  equal: "diff.equal",
  changed: "diff.changed",
  added: "diff.added",
  removed: "diff.removed",
  moved: "diff.moved",
  place: "json.key",
  verdict: "title",
} as const;

/** On a terminal, or where it is asked for, lines have the colours of the screen. */
function lineColours(choice: string): (line: ReportLine) => string {
  const { colors } = capabilitiesOf(process.env, colorChoice(choice));
  const shown = process.stdout.isTTY || choice === "always" ? colors : "none";
  if (shown === "none") return ({ text }) => text;
  return ({ text, tone }) => sgrLine([{ text, style: themes.dark.style(TOKENS[tone]) }], shown);
}

function optionsOf({ ignore, scrub }: DiffFlags): DiffOptions {
  for (const pattern of ignore) {
    const problem = patternProblem(pattern);
    if (problem !== undefined) throw new Trouble(`--ignore: ${problem}`);
  }
  const kinds = scrub.flatMap((list) => list.split(","));
  const scrubs = kinds.filter(isScrub);
  const wrong = kinds.find((kind) => !isScrub(kind));
  if (wrong !== undefined) throw new Trouble(`--scrub takes ${SCRUBS.join(", ")}, not "${wrong}"`);
  return { ignore, scrub: scrubs };
}

function contextOf(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Trouble(`--context takes a number of lines, not "${text}"`);
  return Number(text);
}
