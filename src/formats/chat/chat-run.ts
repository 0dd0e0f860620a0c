import { field, isObject, type Json, text } from "../../json/json.ts";
import { callIds } from "../../providers/call-ids.ts";
import type { Message } from "../../providers/message.ts";
import type { RowFields } from "../../trace/event.ts";
import type { RowNumber, RowSink, Segment, ToolResult } from "../../trace/row-sink.ts";
import { type CallFacts, callFacts, messageTime, readMessage } from "./chat-message.ts";

/** One conversation: rows for its messages in their order, tools paired by id. */

/** What the reader needs to know of a row when somebody looks at it. */
export interface ChatRow {
  readonly run: ChatRun;
  /** How many messages of the run came before it. */
  readonly before: number;
  readonly kind: "llm" | "message" | "tool";
  readonly callId?: string;
}

export class ChatRun {
  readonly messages: Segment[] = [];
  readonly #ids = callIds();
  readonly #calls = new Map<string, RowNumber>();
  readonly #results: ToolResult[] = [];
  readonly #sink: RowSink;
  readonly #rows: Map<RowNumber, ChatRow>;
  /** Model that the file names once for all calls. */
  readonly #model: string | undefined;

  constructor(sink: RowSink, rows: Map<RowNumber, ChatRow>, model: string | undefined) {
    this.#sink = sink;
    this.#rows = rows;
    this.#model = model;
  }

  add(json: Json, segment: Segment, facts: CallFacts = callFacts(json)): void {
    const message = this.#ids.name(readMessage(json));
    if (message.role === "assistant") this.#llm(message, segment, { ...facts, ...agentOf(json) });
    else this.#said(json, message, segment);
    this.messages.push(segment);
  }

  #llm(message: Message, segment: Segment, facts: CallFacts & Pick<RowFields, "agent">): void {
    const { usage, model = this.#model, ...rest } = facts;
    const row = this.#sink.open(
      {
        kind: "llm",
        size: segment.length,
        ...(model !== undefined && { name: model }),
        ...(usage !== undefined && { tokens: usage }),
        ...rest,
      },
      segment,
    );
    this.#rows.set(row, { run: this, before: this.messages.length, kind: "llm" });
    if (this.#results.length > 0) this.#sink.results(row, this.#results.splice(0));
    for (const part of message.parts) {
      if (part.type !== "call") continue;
      const derived = this.#sink.calls(row, [{ id: part.id, name: part.name }])[0];
      if (derived === undefined) continue;
      this.#sink.extend(derived, segment);
      this.#calls.set(part.id, derived);
      this.#rows.set(derived, { run: this, before: this.messages.length, kind: "tool", callId: part.id });
    }
  }

  /** A message that no model wrote: results go to their calls, anything else is a row. */
  #said(json: Json, message: Message, segment: Segment): void {
    const at = messageTime(json);
    const failed = isObject(field(json, "error"));
    const rest = message.parts.filter((part) => {
      const row = part.type === "result" ? this.#calls.get(part.id) : undefined;
      if (part.type !== "result" || row === undefined) return true;
      const isError = part.isError === true || failed;
      this.#results.push({ id: part.id, ...(isError && { isError }), ...(at !== undefined && { at }) });
      this.#sink.extend(row, segment);
      this.#sink.set(row, { status: isError ? "error" : "ok" });
      return false;
    });
    if (rest.length === 0 && message.parts.length > 0) return;
    const name = text(field(json, "role")) ?? message.role;
    const fields: Partial<RowFields> = {
      name,
      size: segment.length,
      ...(failed && { status: "error" as const }),
      ...agentOf(json),
      ...(at !== undefined && { at }),
    };
    const row = this.#sink.open({ kind: "message", ...fields }, segment);
    this.#rows.set(row, { run: this, before: this.messages.length, kind: "message" });
  }
}

function agentOf(json: Json): Pick<RowFields, "agent"> {
  const agent = text(field(json, "agent"));
  return agent === undefined ? {} : { agent };
}
