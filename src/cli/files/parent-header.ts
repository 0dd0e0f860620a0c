import { parentOf } from "../../replay/parent-of.ts";
import type { Run } from "../../run/run.ts";
import type { RunHeader } from "../../trace/event.ts";
import { VERSION } from "../../version.ts";

export interface ChildRun {
  readonly kind: "replay" | "fork" | "continuation";
  readonly id: string;
  /** Where the new run is saved. */
  readonly path: string;
  readonly argv: readonly string[];
}

/** Header of a run that is made from `parent`, and says so. */
export async function parentOfRun(parent: Run, child: ChildRun): Promise<RunHeader> {
  const { kind, id, path, argv } = child;
  return {
    id,
    created: Date.now(),
    by: `agent-vcr ${VERSION}`,
    ...(argv.length > 0 ? { argv } : {}),
    cwd: process.cwd(),
    parent: await parentOf(parent, { kind, path }),
  };
}
