import type { Json } from "../json/json.ts";
import type { LiveRewrites } from "./live-rewrites.ts";
import { rewriteJson } from "./rewrite.ts";

/** For the line that ends a run: indices of those of its header's edits that are switched off, which its forks are not to make again. */
export function switchedOff(
  edits: readonly Json[],
  { list }: Pick<LiveRewrites, "list">,
): { readonly off?: readonly number[] } {
  const texts = new Set(list.flatMap(({ rewrite, on }) => (on ? [] : [JSON.stringify(rewriteJson(rewrite))])));
  const off = edits.flatMap((edit, index) => (texts.has(JSON.stringify(edit)) ? [index] : []));
  return off.length > 0 ? { off } : {};
}
