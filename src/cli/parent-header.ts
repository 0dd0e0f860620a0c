import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Run } from "../run/run.ts";
import type { RunHeader } from "../trace/event.ts";
import { VERSION } from "../version.ts";

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
  const { header } = parent;
  const known = existsSync(parent.path);
  return {
    id,
    created: Date.now(),
    by: `agent-vcr ${VERSION}`,
    ...(argv.length > 0 ? { argv } : {}),
    cwd: process.cwd(),
    parent: {
      kind,
      ...(header.id === undefined ? {} : { id: header.id }),
      ...(known
        ? { file: relative(dirname(resolve(path)), resolve(parent.path)), sha256: await digestOfFile(parent.path) }
        : {}),
    },
  };
}

async function digestOfFile(path: string): Promise<string> {
  const sum = createHash("sha256");
  for await (const piece of createReadStream(path)) sum.update(piece);
  return sum.digest("hex");
}
