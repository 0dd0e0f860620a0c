import type { Json } from "../../json/json.ts";
import { excludeFromGit, newRun } from "../../record/run-file.ts";
import { parentOf } from "../../replay/parent-of.ts";
import type { Run } from "../../run/run.ts";
import type { RunHeader } from "../../trace/event.ts";
import { VERSION } from "../../version.ts";

/** A run that is about to be made from another, with the place where it is saved. */
export interface ChildRun {
  readonly id: string;
  readonly path: string;
  readonly header: RunHeader;
}

export interface ChildRunOptions {
  readonly kind: "replay" | "fork" | "continuation";
  readonly argv: readonly string[];
  /** @default a name made of the time, in `.vcr/` */
  readonly output: string | undefined;
  /** The step of the parent at which it begins to go its own way. */
  readonly at?: number;
  readonly edits?: readonly Json[];
  readonly tags?: readonly string[];
}

export async function childRun(parent: Run, options: ChildRunOptions): Promise<ChildRun> {
  const { kind, argv, output, at, edits = [], tags = [] } = options;
  const { id, path, inFolder } = newRun({ cwd: process.cwd(), output, now: Date.now() });
  if (inFolder) excludeFromGit(process.cwd());
  const header: RunHeader = {
    id,
    created: Date.now(),
    by: `agent-vcr ${VERSION}`,
    ...(argv.length > 0 ? { argv } : {}),
    cwd: process.cwd(),
    parent: { ...(await parentOf(parent, { kind, path })), ...(at === undefined ? {} : { at }) },
    ...(edits.length > 0 ? { edits } : {}),
    ...(tags.length > 0 ? { tags } : {}),
  };
  return { id, path, header };
}
