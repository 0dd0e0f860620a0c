import { append, type Draft, type DraftObject, get, isDraftObject, put } from "../../draft.ts";

/** Where the text of a `.delta` or `.done` event belongs within its item. */
interface Place {
  /** Type of the item, for a stream whose `output_item.added` is missing. */
  readonly item: string;
  readonly field: string;
  /** The list in the item, the event's field with the place in it, and the type of its parts. */
  readonly list?: { readonly name: string; readonly index: string; readonly part: string };
}

const content = (part: string) => ({ name: "content", index: "content_index", part });

const PLACES: Readonly<Record<string, Place>> = {
  output_text: { item: "message", field: "text", list: content("output_text") },
  refusal: { item: "message", field: "refusal", list: content("refusal") },
  reasoning_text: { item: "reasoning", field: "text", list: content("reasoning_text") },
  reasoning_summary_text: {
    item: "reasoning",
    field: "text",
    list: { name: "summary", index: "summary_index", part: "summary_text" },
  },
  function_call_arguments: { item: "function_call", field: "arguments" },
  custom_tool_call_input: { item: "custom_tool_call", field: "input" },
  mcp_call_arguments: { item: "mcp_call", field: "arguments" },
  code_interpreter_call_code: { item: "code_interpreter_call", field: "code" },
};

/** Adds a piece of text to item number `at`; events that bring none are passed over. */
export function addPiece(items: Map<number, DraftObject>, at: number, type: string, event: DraftObject): void {
  const match = /^response\.(\w+)\.(delta|done)$/.exec(type);
  const name = match?.[1] ?? "";
  const place = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
  if (place === undefined) return;
  const item: DraftObject = items.get(at) ?? newItem(place, event);
  items.set(at, item);
  const target = place.list === undefined ? item : partOf(item, place.list, get(event, place.list.index));
  const whole = get(event, place.field);
  if (match?.[2] === "delta") append(target, place.field, get(event, "delta"));
  else if (typeof whole === "string") put(target, place.field, whole);
}

function newItem(place: Place, event: DraftObject): DraftObject {
  const id = get(event, "item_id");
  const role = place.item === "message" ? { role: "assistant" } : {};
  return { type: place.item, ...(typeof id === "string" ? { id } : {}), ...role };
}

function partOf(item: DraftObject, list: NonNullable<Place["list"]>, index: Draft | undefined): DraftObject {
  const known = get(item, list.name);
  const parts = Array.isArray(known) ? known : [];
  if (parts !== known) put(item, list.name, parts);
  const found = typeof index === "number" ? parts[index] : parts.at(-1);
  if (isDraftObject(found)) return found;
  const part: DraftObject = { type: list.part };
  parts.push(part);
  return part;
}
