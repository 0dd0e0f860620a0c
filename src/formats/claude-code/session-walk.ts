import { field, isObject, type Json, type JsonObject, text } from "../../json/json.ts";
import type { RowFields, Tokens } from "../../trace/event.ts";
import type { RowNumber, RowSink, Segment } from "../../trace/row-sink.ts";
import { timeOf } from "../time-of.ts";
import { Agents, type Lane, openCall, type PendingResult } from "./agents.ts";
import { Conversation, type Group } from "./conversation.ts";
import { otherRow } from "./other-records.ts";
import { blocksOf, type Call, callsOf, type Result, resultsOf, typeOf } from "./record.ts";
import { syntheticRow, userRow } from "./said-rows.ts";
import { SessionHeader } from "./session-header.ts";
import { tokensOf } from "./usage.ts";

/** Turns the records of a session, in the order they are given, into rows. */

export const OP = "anthropic/messages";

/** Where a record was read, and which agent's file that is ("" for the session's own). */
export interface Origin {
  readonly segment: Segment;
  readonly agentId: string;
}

/** One API message: its lines are the group's segments. */
interface ApiMessage extends Group {
  readonly row: RowNumber;
  tokens: Tokens | undefined;
  stopped: boolean;
  /** Bytes of its lines. */
  size: number;
}

interface Placed {
  readonly record: JsonObject;
  readonly segment: Segment;
  readonly lane: Lane;
  readonly at: number | undefined;
}

export class SessionWalk {
  readonly conversation = new Conversation();
  /** The API message of each llm row. */
  readonly groups = new Map<RowNumber, Group>();
  /** The call id of each derived tool row. */
  readonly callIds = new Map<RowNumber, string>();
  /** Rows that stand for something said to the model. */
  readonly spoken = new Set<RowNumber>();
  readonly header: SessionHeader;
  readonly #messages = new Map<string, ApiMessage>();
  readonly #agents = new Agents();
  readonly #sink: RowSink;

  constructor(sink: RowSink) {
    this.#sink = sink;
    this.header = new SessionHeader(sink);
  }

  take(record: Json, origin: Origin): void {
    if (!isObject(record)) {
      this.#sink.open({ kind: "raw", name: "not a record" }, origin.segment);
      return;
    }
    if (origin.agentId === "") this.header.take(record);
    const data = field(record, "data");
    const carried = field(data, "type") === "agent_progress" ? field(data, "message") : undefined;
    if (isObject(carried)) this.#progress(record, carried, origin);
    else this.#place(record, origin.segment, this.#agents.laneOf(record, origin.agentId, this.header.agentId));
  }

  /** Nobody writes any more: says what the numbers are worth. */
  finish(): void {
    const placeholders = [...this.#messages.values()].some(
      (message) => !message.stopped && message.tokens?.out !== undefined,
    );
    if (placeholders)
      this.#sink.warn("this version of Claude Code stored output tokens while streaming: they are too low");
  }

  /** A message of a sub-agent, told in the session's file; it may lie in the agent's own file too. */
  #progress(record: JsonObject, carried: JsonObject, origin: Origin): void {
    const uuid = text(field(carried, "uuid"));
    if (uuid !== undefined && this.conversation.knows(uuid)) return;
    const at = field(carried, "timestamp") ?? field(record, "timestamp");
    const stamped = at === undefined ? carried : { ...carried, timestamp: at };
    this.#place(stamped, origin.segment, this.#agents.laneOfProgress(record));
  }

  #place(record: JsonObject, segment: Segment, lane: Lane): void {
    const placed: Placed = { record, segment, lane, at: timeOf(field(record, "timestamp")) };
    const uuid = text(field(record, "uuid"));
    if (uuid !== undefined && this.conversation.knows(uuid)) {
      if (segment.source === 0) this.#open(placed, { kind: "raw", name: `repeated ${typeOf(record)}` });
      return;
    }
    const type = typeOf(record);
    const spoken = field(record, "message");
    const speaks = isObject(spoken) || text(spoken) !== undefined;
    if (type === "assistant" && speaks) this.#assistant(placed);
    else if (type === "user" && speaks) this.#user(placed);
    else {
      this.#link(placed, undefined);
      this.#open(placed, otherRow(record));
    }
  }

  #open(placed: Placed, fields: Partial<RowFields> & Pick<RowFields, "kind">): RowNumber {
    const { lane, at, segment } = placed;
    return this.#sink.open(
      {
        ...(lane.agent !== undefined && { agent: lane.agent }),
        ...(at !== undefined && { at }),
        size: segment.length,
        ...fields,
      },
      segment,
    );
  }

  #link({ record, segment, lane }: Placed, said: "user" | Group | undefined): number {
    const parent = field(record, "parentUuid");
    const parentUuid = parent === null ? null : text(parent);
    return this.conversation.add({ uuid: text(field(record, "uuid")), parentUuid, lane: lane.key }, segment, said);
  }

  #user(placed: Placed): void {
    const { record, lane, at } = placed;
    const blocks = blocksOf(record);
    const results = resultsOf(blocks);
    const node = this.#link(placed, "user");
    let unknown = false;
    for (const result of results) {
      this.conversation.addResult(node, result.id);
      if (!this.#settle(result, placed)) unknown = true;
    }
    if (at !== undefined) lane.askedAt = Math.max(at, lane.askedAt ?? at);
    if (blocks.length > results.length || results.length === 0)
      this.spoken.add(this.#open(placed, userRow(record, blocks)));
    else if (unknown) this.#open(placed, { kind: "raw", name: "tool_result" });
  }

  /** False when nobody asked for this result. */
  #settle(result: Result, { segment, lane, at }: Placed): boolean {
    const call = this.#agents.calls.get(result.id);
    const gap = at !== undefined && call?.at !== undefined && at >= call.at ? at - call.at : undefined;
    const fields: Partial<RowFields> = {
      status: result.isError ? "error" : "ok",
      ...(call?.at !== undefined && { at: call.at }),
      ...(gap !== undefined && { durationMs: gap, approximate: true }),
    };
    lane.results.push({ result: { ...result, ...(at !== undefined && { at }) }, row: call?.row, fields });
    if (call === undefined) return false;
    this.#sink.extend(call.row, segment);
    this.#sink.set(call.row, fields);
    return true;
  }

  #assistant(placed: Placed): void {
    const { record, segment, lane } = placed;
    const message = field(record, "message");
    if (field(message, "model") === "<synthetic>" || field(record, "isApiErrorMessage") === true) {
      this.#link(placed, undefined);
      this.#open(placed, syntheticRow(record));
      return;
    }
    const id = text(field(message, "id"));
    const key = id === undefined ? undefined : `${lane.key} ${id}`;
    let group = key === undefined ? undefined : this.#messages.get(key);
    if (group === undefined) {
      group = this.#openMessage(placed);
      this.#messages.set(key ?? `row ${group.row}`, group);
      this.groups.set(group.row, group);
    } else {
      group.segments.push(segment);
      this.#sink.extend(group.row, segment);
      this.#update(group, message);
    }
    this.#link(placed, group);
    for (const call of callsOf(blocksOf(record))) this.#call(group, call, placed);
  }

  #openMessage(placed: Placed): ApiMessage {
    const { record, segment, lane, at } = placed;
    const message = field(record, "message");
    const model = text(field(message, "model"));
    const tokens = tokensOf(field(message, "usage"), undefined);
    const asked = at !== undefined && lane.askedAt !== undefined && lane.askedAt <= at ? lane.askedAt : undefined;
    const row = this.#open(placed, {
      kind: "llm",
      op: OP,
      ...(model !== undefined && { name: model }),
      ...(model?.startsWith("claude") && { provider: "anthropic" }),
      ...(tokens !== undefined && { tokens }),
      ...(at !== undefined && asked !== undefined && { at: asked, durationMs: at - asked, approximate: true }),
    });
    lane.askedAt = undefined;
    this.#carry(row, lane.results.splice(0));
    const stopped = text(field(message, "stop_reason")) !== undefined;
    return { row, tokens, stopped, size: segment.length, segments: [segment], nodes: [], callIds: new Set() };
  }

  /** `row` is the first call to carry these. A gap between lines of the tool itself is better than one between calls. */
  #carry(row: RowNumber, pending: readonly PendingResult[]): void {
    if (pending.length === 0) return;
    this.#sink.results(
      row,
      pending.map(({ result }) => result),
    );
    for (const tool of pending) if (tool.row !== undefined) this.#sink.set(tool.row, tool.fields);
  }

  #update(group: ApiMessage, message: Json | undefined): void {
    if (text(field(message, "stop_reason")) !== undefined) group.stopped = true;
    group.tokens = tokensOf(field(message, "usage"), group.tokens);
    group.size += group.segments.at(-1)?.length ?? 0;
    this.#sink.set(group.row, { size: group.size, ...(group.tokens !== undefined && { tokens: group.tokens }) });
  }

  #call(group: ApiMessage, call: Call, { segment, at }: Placed): void {
    if (group.callIds.has(call.id)) return;
    group.callIds.add(call.id);
    const row = this.#sink.calls(group.row, [{ id: call.id, name: call.name }])[0];
    if (row === undefined) return;
    this.#sink.extend(row, segment);
    if (at !== undefined) this.#sink.set(row, { at });
    this.callIds.set(row, call.id);
    this.#agents.calls.set(call.id, openCall(call, row, at));
  }
}
