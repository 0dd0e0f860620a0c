import type { Folded } from "../../dialect.ts";
import {
  assignKnown,
  type Draft,
  type DraftObject,
  get,
  inOrder,
  isDraftObject,
  parseDraft,
  put,
} from "../../draft.ts";
import { plainFold } from "../../streams/plain-fold.ts";
import { parseSse } from "../../streams/sse.ts";
import { type BlockFold, blockFold } from "./block-fold.ts";

interface State {
  readonly message: DraftObject;
  readonly usage: DraftObject;
  readonly blocks: Map<number, BlockFold>;
  error?: DraftObject;
  complete: boolean;
}

/** message_start, content_block_start/delta/stop per block, message_delta (its usage is cumulative), message_stop; pings between. */
export function foldAnthropic(stream: string): Folded {
  const events = parseSse(stream);
  if (events.length === 0) return plainFold(stream);
  const state: State = { message: {}, usage: {}, blocks: new Map(), complete: false };
  for (const { event, data } of events) {
    const json = parseDraft(data);
    const type = get(json, "type") ?? event;
    if (json !== undefined && typeof type === "string") step(state, type, json);
  }
  return { body: bodyOf(state), complete: state.complete, events: events.length };
}

function step(state: State, type: string, event: DraftObject): void {
  switch (type) {
    case "message_start":
      start(state, get(event, "message"));
      break;
    case "content_block_start":
    case "content_block_delta":
      addToBlock(state.blocks, type, event);
      break;
    case "message_delta":
      assignKnown(state.message, get(event, "delta"));
      assignKnown(state.usage, get(event, "usage"));
      assignKnown(state.message, event, ["type", "delta", "usage"]);
      break;
    case "message_stop":
      state.complete = true;
      break;
    case "error":
      state.error = event;
      break;
  }
}

function start(state: State, message: Draft | undefined): void {
  if (!isDraftObject(message)) return;
  const { usage, content, ...rest } = message;
  for (const [key, value] of Object.entries(rest)) put(state.message, key, value);
  assignKnown(state.usage, usage);
  for (const [i, block] of (Array.isArray(content) ? content : []).entries()) {
    if (isDraftObject(block)) state.blocks.set(i, blockFold(block));
  }
}

function addToBlock(blocks: Map<number, BlockFold>, type: string, event: DraftObject): void {
  const number = get(event, "index");
  const index = typeof number === "number" ? number : 0;
  const piece = get(event, type === "content_block_start" ? "content_block" : "delta");
  if (!isDraftObject(piece)) return;
  if (type === "content_block_start") {
    blocks.set(index, blockFold(piece));
    return;
  }
  const block = blocks.get(index) ?? blockFold({});
  blocks.set(index, block);
  block.add(piece);
}

function bodyOf(state: State): DraftObject {
  const { message, usage, blocks, error } = state;
  const started = Object.keys(message).length > 0 || blocks.size > 0;
  const body: DraftObject = started ? { ...message, content: inOrder(blocks).map((block) => block.block()) } : {};
  if (Object.keys(usage).length > 0) body.usage = usage;
  if (error !== undefined) body.error = get(error, "error") ?? error;
  return body;
}
