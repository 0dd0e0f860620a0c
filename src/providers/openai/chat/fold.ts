import type { Folded } from "../../dialect.ts";
import { assignKnown, type DraftObject, get, inOrder, isDraftObject, parseDraft, put } from "../../draft.ts";
import { plainFold } from "../../streams/plain-fold.ts";
import { parseSse } from "../../streams/sse.ts";
import { type ChoiceFold, choiceFold } from "./choice-fold.ts";

/**
 * `data: {chunk}` ... `data: [DONE]`. Usage comes in a last chunk without choices, if at all.
 * Servers that send no `[DONE]` have ended when every choice has its finish reason.
 */
export function foldChat(stream: string): Folded {
  const events = parseSse(stream);
  if (events.length === 0) return plainFold(stream);
  const top: DraftObject = {};
  const choices = new Map<number, ChoiceFold>();
  let done = false;
  for (const { event, data } of events) {
    if (data.trim() === "[DONE]") done = true;
    const chunk = parseDraft(data);
    if (chunk === undefined) continue;
    if (event === "error" && get(chunk, "error") === undefined) put(top, "error", chunk);
    else assignKnown(top, chunk, ["choices", "obfuscation"]);
    addChoices(choices, chunk);
  }
  if (top.object === "chat.completion.chunk") top.object = "chat.completion";
  const folds = inOrder(choices);
  const body = { ...top, ...(folds.length === 0 ? {} : { choices: folds.map((fold) => fold.choice()) }) };
  return {
    body,
    complete: done || (folds.length > 0 && folds.every((fold) => fold.finished())),
    events: events.length,
  };
}

function addChoices(choices: Map<number, ChoiceFold>, chunk: DraftObject): void {
  const list = get(chunk, "choices");
  if (!Array.isArray(list)) return;
  for (const choice of list) {
    if (!isDraftObject(choice)) continue;
    const number = get(choice, "index");
    const index = typeof number === "number" ? number : 0;
    const fold = choices.get(index) ?? choiceFold(index);
    choices.set(index, fold);
    fold.add(choice);
  }
}
