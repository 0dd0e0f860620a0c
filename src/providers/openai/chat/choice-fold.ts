import { append, assignKnown, type Draft, type DraftObject, get, isDraftObject, put } from "../../draft.ts";
import { type ListFold, listFold } from "./list-fold.ts";
import { mergeDelta } from "./merge-delta.ts";

export interface ChoiceFold {
  add(choice: DraftObject): void;
  finished(): boolean;
  /** The choice as a plain answer has it. */
  choice(): DraftObject;
}

/** Gathers the deltas of one choice. */
export function choiceFold(index: number): ChoiceFold {
  const choice: DraftObject = { index };
  const message: DraftObject = { role: "assistant", content: null };
  const lists = new Map<string, ListFold>();

  function addField(key: string, value: Draft): void {
    if (!Array.isArray(value)) {
      const list = lists.get(key);
      // Mistral mixes lists of parts with plain strings.
      if (list !== undefined && typeof value === "string") list.add([{ type: "text", text: value }]);
      else if (list === undefined) mergeDelta(message, key, value);
      return;
    }
    const list = lists.get(key) ?? listFold();
    const before = get(message, key);
    if (!lists.has(key) && typeof before === "string" && before !== "") list.add([{ type: "text", text: before }]);
    lists.set(key, list);
    list.add(value);
  }

  return {
    add(chunk) {
      assignKnown(choice, chunk, ["index", "delta", "message", "logprobs"]);
      const delta = get(chunk, "delta") ?? get(chunk, "message");
      if (isDraftObject(delta)) for (const [key, value] of Object.entries(delta)) addField(key, value);
      const logprobs = get(chunk, "logprobs");
      if (isDraftObject(logprobs)) addLogprobs(choice, logprobs);
    },
    finished: () => typeof get(choice, "finish_reason") === "string",
    choice() {
      for (const [key, list] of lists) put(message, key, list.items());
      const { index: number, ...rest } = choice;
      return { index: number ?? index, message, finish_reason: null, ...rest };
    },
  };
}

/** `{content: [...], refusal: [...]}`: one entry per token. */
function addLogprobs(choice: DraftObject, logprobs: DraftObject): void {
  const known = get(choice, "logprobs");
  const target: DraftObject = isDraftObject(known) ? known : {};
  put(choice, "logprobs", target);
  for (const [key, value] of Object.entries(logprobs)) {
    const list = get(target, key);
    if (Array.isArray(list) && Array.isArray(value)) for (const entry of value) list.push(entry);
    else if (typeof value === "string") append(target, key, value);
    else if (value !== null) put(target, key, value);
  }
}
