import { field, type Json, type JsonObject, text } from "../../json/json.ts";
import type { RowFields } from "../../trace/event.ts";
import type { RowNumber, RowSink, Segment } from "../../trace/row-sink.ts";
import { timeOf } from "../time-of.ts";
import { Asked } from "./asked.ts";
import { Conversation, type Part, type Said } from "./conversation.ts";
import { callId, isAsked, isCall, isOutput, typeOf } from "./items.ts";
import { type ModelCall, ModelCalls, type Piece } from "./model-calls.ts";
import { type CodexRecord, recordOf } from "./record.ts";
import { agentName, headerOf } from "./session-header.ts";
import { reportedRow, ToolCalls } from "./tool-calls.ts";
import { usageOf } from "./usage.ts";

/** Turns the records of one thread, in the order they are given, into rows. */

export const OP = "openai/responses";

/** What a row shows when it is opened. */
export type Shape =
  | { readonly type: "call"; readonly call: ModelCall }
  | { readonly type: "tool"; readonly callId: string }
  | { readonly type: "said"; readonly said: Said };

interface Placed {
  readonly segment: Segment;
  readonly at: number | undefined;
}

type Row = Partial<RowFields> & Pick<RowFields, "kind">;

export interface WalkOptions {
  /** Shared by all threads of a run. */
  readonly shapes: Map<RowNumber, Shape>;
  /** Makes a message of the record at `segment`. */
  readonly say: (part: Part, place: { readonly segment: Segment; readonly which?: number | string }) => Said;
  /** The thread whose file was opened. */
  readonly main: boolean;
}

export class RolloutWalk {
  thread: string | undefined;
  readonly #sink: RowSink;
  readonly #shapes: Map<RowNumber, Shape>;
  readonly #said: WalkOptions["say"];
  readonly #main: boolean;
  readonly #conversation = new Conversation();
  readonly #calls: ModelCalls;
  readonly #asked: Asked;
  readonly #tools: ToolCalls;
  #system: Said | undefined;
  #agent: string | undefined;
  #model: string | undefined;
  #provider: string | undefined;
  #settings = "";
  #askedAt: number | undefined;
  #compacted: RowNumber | undefined;

  constructor(sink: RowSink, { shapes, say, main }: WalkOptions) {
    this.#sink = sink;
    this.#shapes = shapes;
    this.#said = say;
    this.#main = main;
    this.#calls = new ModelCalls(sink, (piece) => this.#begin(piece));
    this.#asked = new Asked(sink);
    this.#tools = new ToolCalls(sink, shapes);
  }

  /** Ids of threads that this one started. */
  get spawned(): ReadonlySet<string> {
    return this.#tools.spawned;
  }

  take(json: Json, segment: Segment): void {
    const timestamp = field(json, "timestamp");
    const placed = { segment, at: timeOf(timestamp) };
    const record = recordOf(json);
    if (record.kind === "meta") this.#meta(record.meta, timestamp, placed);
    else if (record.kind === "items") this.#items(record, placed);
    else if (record.kind === "context") this.#context(record.context, placed);
    else if (record.kind === "usage") this.#count(record, placed);
    else this.#other(record, placed);
  }

  #open({ segment, at }: Placed, fields: Row): RowNumber {
    return this.#sink.open(
      {
        ...(this.#agent !== undefined && { agent: this.#agent }),
        ...(at !== undefined && { at }),
        size: segment.length,
        ...fields,
      },
      segment,
    );
  }

  #meta(meta: JsonObject, timestamp: Json | undefined, placed: Placed): void {
    if (this.thread !== undefined) {
      this.#open(placed, { kind: "raw", name: "session_meta" });
      return;
    }
    this.thread = text(field(meta, "id")) ?? "";
    this.#provider = text(field(meta, "model_provider"));
    if (this.#main) this.#sink.header(headerOf(meta, timestamp));
    else this.#agent = agentName(meta);
    const told = text(field(meta, "instructions")) ?? text(field(field(meta, "base_instructions"), "text")) ?? "";
    if (told === "") {
      this.#open(placed, { kind: "raw", name: "session_meta" });
      return;
    }
    this.#system = this.#said("system", placed);
    this.#conversation.add(this.#system);
    this.#say(this.#open(placed, { kind: "message", name: "system" }), this.#system);
  }

  #say(row: RowNumber, said: Said): void {
    this.#shapes.set(row, { type: "said", said });
  }

  /** Settings are written before each call: a row of their own where they change. */
  #context(context: JsonObject, placed: Placed): void {
    this.#model = text(field(context, "model")) ?? this.#model;
    this.#askedNow(placed.at);
    const { turn_id: _, root_turn_id: __, ...rest } = context;
    const settings = JSON.stringify(rest);
    if (settings === this.#settings) return;
    this.#settings = settings;
    this.#open(placed, { kind: "raw", name: "turn_context" });
  }

  #askedNow(at: number | undefined): void {
    if (at !== undefined) this.#askedAt = Math.max(at, this.#askedAt ?? at);
  }

  #items({ items, mirror }: CodexRecord & { readonly kind: "items" }, placed: Placed): void {
    const answer = items.filter((item) => !isAsked(item) && !isOutput(item));
    const known = answer.filter((item) => this.#tools.repeats(item, placed.segment)).length;
    for (const item of items.filter(isAsked)) this.#user(item, mirror, placed);
    if (answer.length > known) this.#answer({ items: answer, mirror, ...placed });
    for (const item of items.filter(isOutput)) this.#result(item, placed);
  }

  #user(item: JsonObject, mirror: boolean, placed: Placed): void {
    if (this.#asked.repeats(item, mirror, placed.segment)) return;
    this.#calls.ask();
    const said = this.#said("user", placed);
    const role = text(field(item, "role")) ?? "user";
    const row = this.#open(placed, { kind: "message", name: role === "developer" ? "system" : role });
    this.#asked.add(item, { mirror, row, said });
    this.#conversation.add(said);
    this.#say(row, said);
    this.#askedNow(placed.at);
  }

  #answer(piece: Piece): void {
    this.#compacted = undefined;
    const call = this.#calls.add(piece);
    for (const item of piece.items.filter(isCall)) this.#tools.call(call.row, item, piece);
  }

  #begin({ segment, at }: Piece): ModelCall {
    const said = this.#said("answer", { segment });
    const { place } = this.#conversation;
    const asked = at !== undefined && this.#askedAt !== undefined && this.#askedAt <= at ? this.#askedAt : undefined;
    const row = this.#open(
      { segment, at: asked ?? at },
      {
        kind: "llm",
        op: OP,
        ...(this.#model !== undefined && { name: this.#model }),
        ...(this.#provider !== undefined && { provider: this.#provider }),
      },
    );
    this.#askedAt = undefined;
    this.#conversation.add(said);
    this.#tools.carry(row);
    const call: ModelCall = {
      row,
      place,
      said,
      asked,
      texts: new Map(),
      tokens: undefined,
      early: false,
      items: false,
      open: true,
      size: segment.length,
    };
    this.#shapes.set(row, { type: "call", call });
    return call;
  }

  #result(item: JsonObject, placed: Placed): void {
    this.#calls.close();
    this.#askedNow(placed.at);
    this.#conversation.add(this.#said("result", { segment: placed.segment, which: callId(item) ?? "" }));
    if (!this.#tools.result(item, placed)) this.#open(placed, { kind: "raw", name: typeOf(item) });
  }

  #count({ usage, total, of }: CodexRecord & { readonly kind: "usage" }, { segment }: Placed): void {
    const tokens = usageOf(usage);
    if (tokens === undefined) return;
    if (of === "turn") this.#sink.warn("codex exec --json counts tokens by turn: they stand at the turn's last call");
    this.#calls.count(tokens, { of, total, segment });
  }

  #other(record: CodexRecord, placed: Placed): void {
    if (record.kind === "compacted") this.#compact(record, placed);
    else if (record.kind === "rollback") {
      this.#calls.ask();
      this.#conversation.rollback(record.turns);
      this.#open(placed, { kind: "checkpoint", name: "rolled back" });
    } else if (record.kind === "report") this.#report(record, placed);
    else if (record.kind === "failure") {
      this.#calls.ask();
      this.#open(placed, { kind: "error", status: "error", name: record.type });
    } else if (record.kind === "checkpoint") this.#checkpoint(record.type, placed);
    else if (record.kind === "node") this.#open(placed, { kind: "node", name: record.type });
    else if (record.kind === "other" && record.type !== "token_count")
      this.#open(placed, { kind: "raw", name: record.type });
  }

  #compact({ history, message }: CodexRecord & { readonly kind: "compacted" }, placed: Placed): void {
    this.#calls.ask();
    const { segment } = placed;
    this.#compacted = this.#open(placed, { kind: "checkpoint", name: "compacted" });
    const places = history?.map((_, index) => index) ?? (message === undefined ? [] : [-1]);
    const kept = places.map((which) => this.#said("history", { segment, which }));
    this.#conversation.restart(this.#system === undefined ? kept : [this.#system, ...kept]);
  }

  #checkpoint(type: string, placed: Placed): void {
    if (type === "context_compacted" && this.#compacted !== undefined) {
      this.#sink.extend(this.#compacted, placed.segment);
      this.#compacted = undefined;
      return;
    }
    this.#open(placed, { kind: "checkpoint", name: type });
  }

  /** What a tool tells of itself: more about a call of the model, or about what a script of the model's called. */
  #report({ callId: id, type, report }: CodexRecord & { readonly kind: "report" }, placed: Placed): void {
    if (!this.#tools.report(id, report, placed)) this.#open(placed, reportedRow(type, report, placed.at));
  }
}
