import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Run } from "../run/run.ts";
import type { RunHeader } from "../trace/event.ts";

type Parent = NonNullable<RunHeader["parent"]>;

/** What the header of a run at `path` says of the one it is made from; its digest is of the file as it is now. */
export async function parentOf(parent: Run, child: { readonly kind: string; readonly path: string }): Promise<Parent> {
  const { id } = parent.header;
  const named: Parent = { kind: child.kind, ...(id === undefined ? {} : { id }) };
  if (!existsSync(parent.path)) return named;
  const file = relative(dirname(resolve(child.path)), resolve(parent.path));
  return { ...named, file, sha256: await digestOfFile(parent.path) };
}

async function digestOfFile(path: string): Promise<string> {
  const sum = createHash("sha256");
  for await (const piece of createReadStream(path)) sum.update(piece);
  return sum.digest("hex");
}
