import { diffJson } from "../diff/diff-json.ts";
import { diffRuns } from "../diff/diff-runs.ts";
import { diffLines } from "../diff/render-diff.ts";
import type { DiffOptions } from "../diff/run-diff.ts";
import { finished } from "../diff/work.ts";
import { patternProblem } from "../identity/pointer-pattern.ts";
import { isScrub, SCRUBS } from "../identity/scrub.ts";
import { readAll } from "../run/drive.ts";
import type { OpenedFile } from "../run/open-file.ts";
import type { Run } from "../run/run.ts";
import { EXIT } from "./exit-codes.ts";
import { openForCommand, tellProblems } from "./open.ts";
import { Output } from "./output.ts";
import { parentOf } from "./parent-run.ts";
import { Trouble } from "./trouble.ts";

export interface DiffFlags {
  readonly verbose?: boolean;
  readonly context: string;
  readonly ignore: readonly string[];
  readonly scrub: readonly string[];
  readonly json?: boolean;
  readonly stat?: boolean;
}

/** `vcr diff A B`: where two runs part, and why. Of a fork alone: against its parent. */
export async function diff(a: string, b: string | undefined, flags: DiffFlags): Promise<void> {
  const options = optionsOf(flags);
  const context = contextOf(flags.context);
  const opened: OpenedFile[] = [];
  try {
    const first = await oneRun(a, opened);
    const [left, right] =
      b === undefined
        ? [await parentOf(first, (path) => oneRun(path, opened)), first]
        : [first, await oneRun(b, opened)];
    const found = finished(diffRuns(left, right, options));
    const out = new Output();
    if (flags.json) await out.line(JSON.stringify(diffJson(found), null, 2));
    else for (const line of diffLines(found, { ...flags, context })) await out.line(line);
    for (const file of opened) tellProblems(file);
    process.exitCode = found.diverged || found.unrelated ? EXIT.differs : EXIT.ok;
  } finally {
    for (const file of opened) file.close();
  }
}

async function oneRun(path: string, opened: OpenedFile[]): Promise<Run> {
  const file = await openForCommand(path);
  opened.push(file);
  await readAll(file);
  const [run, second] = file.runs;
  if (!run || second)
    throw new Trouble(`${path} holds ${file.runs.length} runs; vcr diff compares files of one run each`);
  return run;
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
