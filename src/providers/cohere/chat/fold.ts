import type { Folded } from "../../dialect.ts";
import {
  append,
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

/**
 * Events with a `type`; what they bring stands in `delta.message`. Parts of the content and calls of tools are numbered apart.
 * Source: docs.cohere.com, "Streaming" (v2).
 */
export function foldCohere(stream: string): Folded {
  const events = parseSse(stream);
  if (events.length === 0) return plainFold(stream);
  const fold = new CohereFold();
  for (const { data } of events) {
    const event = parseDraft(data);
    if (event !== undefined) fold.add(event);
  }
  return { body: fold.body(), complete: fold.complete, events: events.length };
}

class CohereFold {
  complete = false;
  readonly #top: DraftObject = {};
  readonly #message: DraftObject = { role: "assistant" };
  readonly #content = new Map<number, DraftObject>();
  readonly #calls = new Map<number, DraftObject>();
  readonly #citations: Draft[] = [];

  add(event: DraftObject): void {
    const delta = get(event, "delta");
    const message = get(delta, "message");
    const number = get(event, "index");
    const index = typeof number === "number" ? number : 0;
    switch (get(event, "type")) {
      case "message-start":
        assignKnown(this.#top, event, ["type", "delta"]);
        assignKnown(this.#message, message, ["content", "tool_plan", "tool_calls", "citations"]);
        return;
      case "content-start":
      case "content-delta":
        return grow(this.#content, index, get(message, "content"));
      case "tool-plan-delta":
        return append(this.#message, "tool_plan", get(message, "tool_plan"));
      case "tool-call-start":
      case "tool-call-delta":
        return grow(this.#calls, index, get(message, "tool_calls"));
      case "citation-start":
        this.#citations.push(get(message, "citations") ?? null);
        return;
      case "message-end":
        this.complete = true;
        assignKnown(this.#top, delta);
        return;
    }
    if (get(event, "error") !== undefined) assignKnown(this.#top, event);
  }

  body(): DraftObject {
    if (this.#content.size > 0) put(this.#message, "content", inOrder(this.#content));
    if (this.#calls.size > 0) put(this.#message, "tool_calls", inOrder(this.#calls));
    if (this.#citations.length > 0) put(this.#message, "citations", this.#citations);
    return { ...this.#top, message: this.#message };
  }
}

/** What grows in pieces; all else comes whole. */
const GROWING = new Set(["text", "thinking", "arguments"]);

function grow(items: Map<number, DraftObject>, index: number, piece: Draft | undefined): void {
  if (!isDraftObject(piece)) return;
  const item = items.get(index) ?? {};
  items.set(index, item);
  join(item, piece);
}

function join(item: DraftObject, piece: DraftObject): void {
  for (const [key, value] of Object.entries(piece)) {
    const before = get(item, key);
    if (isDraftObject(before) && isDraftObject(value)) join(before, value);
    else if (GROWING.has(key) && typeof value === "string") append(item, key, value);
    else if (value !== null) put(item, key, value);
  }
}
