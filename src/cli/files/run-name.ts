import { basename } from "node:path";
import type { Run } from "../../run/run.ts";
import { shortId } from "../../run/short-id.ts";

/** What a run is called in messages: the beginning of its id, else its file. */
export function runName({ header, path }: Run): string {
  return header.id === undefined ? basename(path) : shortId(header.id);
}
