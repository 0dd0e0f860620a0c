import { withCallIds } from "../../providers/call-ids.ts";
import { dialectById } from "../../providers/registry.ts";
import type { Recording } from "../../replay/recording.ts";
import { conversationOf } from "../spoken.ts";
import { type Rewrite, valueDigest } from "./rewrite.ts";
import { resultPlaces } from "./tool-result-place.ts";

/**
 * Rewrites that put the recorded results of tools into live requests, where the agent's own tools have answered
 * otherwise: of those that a call before `limit` carries, since its recorded answer goes on from them.
 */
export function pinnedResults(
  { calls }: Recording,
  how: { readonly limit: number; readonly taken: readonly Rewrite[] },
): readonly Rewrite[] {
  const seen = new Set(how.taken.flatMap(({ target }) => (target.kind === "result" ? [target.callId] : [])));
  const pins: Rewrite[] = [];
  for (const { kind, op, step, request } of calls) {
    const dialect = kind === "llm" && op !== undefined ? dialectById(op) : undefined;
    if (step >= how.limit || dialect === undefined || request === undefined) continue;
    const messages = withCallIds(conversationOf(request, dialect).map((element) => dialect.message(element)));
    const results = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "result" ? [part] : [])));
    for (const { id } of results) {
      const [place] = seen.has(id) ? [] : resultPlaces(request, dialect, id);
      if (place === undefined) continue;
      seen.add(id);
      pins.push({
        target: { kind: "result", callId: id },
        after: place.content,
        before: valueDigest(place.content),
        ...{ step: String(step), pointer: "/result", once: false, pinned: true },
      });
    }
  }
  return pins;
}
