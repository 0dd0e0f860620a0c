import { readFile } from "node:fs/promises";
import { screen } from "../screens/screen.ts";
import { openedDiff } from "../src/app/diff/diff-state.ts";
import { isComparing, selectEntry } from "../src/app/diff/move.ts";
import { initialState } from "../src/app/initial-state.ts";
import { jump } from "../src/app/select.ts";
import type { State } from "../src/app/state.ts";
import { compose, toText } from "../src/cells/grid.ts";
import { diffRuns } from "../src/diff/diff-runs.ts";
import { finished } from "../src/diff/work.ts";
import { readAll } from "../src/run/drive.ts";
import { type OpenedFile, openFile } from "../src/run/open-file.ts";
import { memorySource } from "../src/trace/source/memory-source.ts";

const SIZE = { columns: 112, rows: 24 };

async function opened(name: string): Promise<OpenedFile> {
  const path = `sample-traces/${name}`;
  const file = await openFile(path, memorySource(path, await readFile(path)));
  await readAll(file);
  return file;
}

function drawn(state: State): string {
  const view = screen(state, () => {}, null);
  return `\`\`\`\n${toText(compose(state.size, view.panes)).trimEnd()}\n\`\`\``;
}

function stateOf(file: OpenedFile): State {
  return initialState(file.runs, SIZE, { unicode: true, theme: "dark", time: "duration", mouse: false });
}

/** The home screen on the call whose tool timed out. */
export async function traceScreenText(): Promise<string> {
  const file = await opened("tool-error.vcr");
  const state = stateOf(file);
  return drawn(jump(state, state.run.indexOf("4")));
}

/** The comparison of the pair that diverges. */
export async function diffScreenText(): Promise<string> {
  const [a, b] = [await opened("mean-a.vcr"), await opened("mean-b.vcr")];
  const [left, right] = [a.runs[0]!, b.runs[0]!];
  const result = finished(diffRuns(left, right));
  const diff = { ...openedDiff(left, right), result, progress: 1 };
  const state: State = { ...stateOf(a), size: { columns: 112, rows: 16 }, screens: ["trace", "diff"], diff };
  return drawn(isComparing(state) ? selectEntry(state, result.firstDivergence) : state);
}
