import { basename } from "node:path";
import type { Run } from "../run/run.ts";

/** What a run is called in messages: the beginning of its id, else its file. */
export function runName({ header, path }: Run): string {
  return header.id?.slice(0, 8) ?? basename(path);
}
