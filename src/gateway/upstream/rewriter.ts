import type { BodyChange, LiveRewrite } from "../../control/protocol.ts";
import type { JsonObject } from "../../json/json.ts";
import type { Asked } from "../../record/request/asked.ts";
import type { WireCall } from "../../replay/calls/wire-call.ts";
import type { Edit } from "../../trace/event.ts";

/** What goes out instead of what an agent has sent. */
export interface Outgoing {
  readonly path: string;
  readonly text: string;
  /** For the event: what was changed, and whether the agent had something else there than when it was recorded. */
  readonly sent: JsonObject;
  readonly edits: readonly Edit[];
  readonly changed: boolean;
}

/** Changes that are made in every request that carries what they change: the agent itself still holds the old text. */
export interface Rewriter {
  readonly any: boolean;
  readonly list: readonly LiveRewrite[];
  set(index: number, on: boolean): void;
  /** Answers what takes them back. @throws Error with a message for people when one of them cannot be made */
  add(call: WireCall, step: number, changes: readonly BodyChange[]): () => void;
  /** Undefined: nothing in it changes. A text says why it cannot go out. */
  apply(call: WireCall, asked: Asked): Outgoing | string | undefined;
}

/** Headers for a body that was changed: it goes out as plain text. */
export function unpacked(headers: readonly string[]): readonly string[] {
  return headers.filter((_, i) => (headers[i - (i % 2)] ?? "").toLowerCase() !== "content-encoding");
}
