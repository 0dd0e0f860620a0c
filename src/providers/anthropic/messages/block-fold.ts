import { append, type Draft, type DraftObject, get, parseDraftValue, put } from "../../draft.ts";

export interface BlockFold {
  add(delta: DraftObject): void;
  /** The block as a plain answer has it. */
  block(): DraftObject;
}

/** What kind of block a delta belongs to, for a stream whose beginning is missing. */
const BLOCK_OF_DELTA: Readonly<Record<string, string>> = {
  text_delta: "text",
  thinking_delta: "thinking",
  signature_delta: "thinking",
  input_json_delta: "tool_use",
};

/** Grows one content block. A cut `input` stays the text it was. */
export function blockFold(begin: DraftObject): BlockFold {
  let json = "";

  function add(delta: DraftObject): void {
    const type = get(delta, "type");
    if (typeof type === "string" && get(begin, "type") === undefined && Object.hasOwn(BLOCK_OF_DELTA, type)) {
      put(begin, "type", BLOCK_OF_DELTA[type] ?? type);
    }
    if (type === "citations_delta") push(begin, "citations", get(delta, "citation"));
    for (const [key, value] of Object.entries(delta)) {
      if (key === "partial_json" && typeof value === "string") json += value;
      else if (key !== "type" && key !== "citation") grow(begin, key, value);
    }
  }

  return {
    add,
    block() {
      if (json === "") return begin;
      return { ...begin, input: parseDraftValue(json) ?? json };
    },
  };
}

function grow(block: DraftObject, key: string, value: Draft): void {
  if (typeof value === "string") append(block, key, value);
  else if (value !== null) put(block, key, value);
}

function push(block: DraftObject, key: string, value: Draft | undefined): void {
  if (value === undefined) return;
  const list = get(block, key);
  if (Array.isArray(list)) list.push(value);
  else put(block, key, [value]);
}
