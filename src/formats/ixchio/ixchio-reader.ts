import { crc32 } from "node:zlib";
import { field, isArray, isObject, type Json, type JsonObject, number, parse, text } from "../../json/json.ts";
import type { Message } from "../../providers/message.ts";
import { resultsOf } from "../../providers/tool-results.ts";
import type { EventBody, RunHeader } from "../../trace/event.ts";
import type { RowNumber, RowSink, Segment } from "../../trace/row-sink.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import { readMessage, siblingAnswer } from "../chat/chat-message.ts";
import type { MessageRef, Reader } from "../format.ts";
import { decodeJson, JsonValues } from "../json-values.ts";
import { timeOf } from "../time-of.ts";
import { changed, errorOf, rowOf, untagged } from "./frame.ts";

interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
  /** A tool's own frame stands for it. */
  recorded: boolean;
}

export class IxchioReader implements Reader {
  readonly #source: ByteSource;
  readonly #sink: RowSink;
  readonly #values: JsonValues<Json>;
  /** Frames in the order of the file: in diff mode a state is the sum of the changes up to it. */
  readonly #frames: Segment[] = [];
  readonly #llmRows = new Set<RowNumber>();
  #openCalls: OpenCall[] = [];
  #sessions = 0;
  /** When the step before was over: frames are written at the end of their step. */
  #clock: number | undefined;

  constructor(source: ByteSource, sink: RowSink) {
    this.#source = source;
    this.#sink = sink;
    this.#values = new JsonValues(source, decodeJson);
  }

  get position(): number {
    return this.#values.position;
  }

  advance(deadline: number): boolean {
    for (let count = 1; ; count++) {
      const item = this.#values.next();
      if (item === undefined) return true;
      if (item.type === "value") this.#take(item.value, { source: 0, offset: item.offset, length: item.length });
      else if (item.torn) this.#sink.warn(`the last line (${item.damage.line}) is torn: its writer was stopped`);
      else this.#sink.damage({ ...item.damage, source: 0 });
      if (count % 16 === 0 && performance.now() >= deadline) return false;
    }
  }

  finish(): void {
    this.#values.finish();
    while (!this.advance(Number.POSITIVE_INFINITY));
  }

  body(row: RowNumber, segments: readonly Segment[]): EventBody {
    const [segment] = segments;
    const raw = (): string => segments.map((each) => this.#text(each)).join("\n");
    if (segment === undefined) return { raw };
    const data = this.#data(segment);
    const error = errorOf(data);
    const told = error === undefined ? {} : { error };
    const input = field(data, "input_state") ?? null;
    const output = field(data, "output_state") ?? null;
    const type = text(field(data, "frame_type"));
    if (this.#llmRows.has(row)) {
      const model = field(field(data, "metadata"), "model");
      const asked = isObject(input) ? { ...(typeof model === "string" && { model }), ...input } : input;
      return { request: { json: asked }, response: { json: field(output, "response") ?? output }, ...told, raw };
    }
    if (type === "tool") {
      return {
        request: { json: untagged(input) },
        response: { json: untagged(field(output, "result") ?? output) },
        ...told,
        raw,
      };
    }
    if (isArray(field(data, "state_diff"))) return { ...this.#states(segment), ...told, raw };
    return { before: untagged(input), after: untagged(output), ...told, raw };
  }

  messages(row: RowNumber, segments: readonly Segment[]): readonly MessageRef[] | undefined {
    const [segment] = segments;
    if (segment === undefined || !this.#llmRows.has(row)) return undefined;
    return messagesOf(this.#data(segment)).map((message) => {
      const words = JSON.stringify(message);
      return { key: `${words.length}-${crc32(words).toString(16)}`, read: () => readMessage(message) };
    });
  }

  answer(row: RowNumber, segments: readonly Segment[]): Message | undefined {
    const [segment] = segments;
    return segment === undefined || !this.#llmRows.has(row) ? undefined : answerOf(this.#data(segment));
  }

  #take(line: Json, segment: Segment): void {
    const type = field(line, "type");
    const data = field(line, "data");
    if (type === "session" && isObject(data)) this.#session(data);
    else if (type === "frame" && isObject(data)) this.#frame(data, segment);
    else this.#sink.open({ kind: "raw", name: text(type) ?? "line", size: segment.length }, segment);
  }

  #session(data: JsonObject): void {
    this.#clock = timeOf(field(data, "created_at"));
    this.#openCalls = [];
    this.#sink.header(headerOf(data, this.#clock), { next: this.#sessions > 0 });
    this.#sessions++;
  }

  #frame(data: JsonObject, segment: Segment): void {
    const fields = rowOf(data);
    const end = timeOf(field(data, "timestamp"));
    const gap = end !== undefined && this.#clock !== undefined && end >= this.#clock ? end - this.#clock : undefined;
    const at = gap === undefined ? end : this.#clock;
    if (end !== undefined) this.#clock = end;
    if (isArray(field(data, "state_diff"))) {
      this.#sink.warn("recorded in diff mode: the state of the first frame was not stored, states begin empty");
    }
    const row = this.#sink.open(
      {
        ...fields,
        size: segment.length,
        ...(at !== undefined && { at }),
        ...(gap !== undefined && { durationMs: gap, approximate: true }),
      },
      segment,
    );
    this.#frames.push(segment);
    if (fields.kind === "llm") this.#llm(row, data);
    if (fields.kind === "tool") this.#tool(row, fields.name ?? "", data);
  }

  #llm(row: RowNumber, data: JsonObject): void {
    this.#llmRows.add(row);
    const carried = messagesOf(data).flatMap((message) => resultsOf(readMessage(message)));
    const fresh = carried.filter(({ id }) => this.#openCalls.some((call) => call.id === id));
    if (fresh.length > 0) {
      this.#sink.results(
        row,
        fresh.map(({ id, isError }) => ({ id, ...(isError === true && { isError }) })),
      );
      this.#openCalls = this.#openCalls.filter((call) => !fresh.some(({ id }) => id === call.id));
    }
    const calls = (answerOf(data)?.parts ?? []).flatMap((part) =>
      part.type === "call" && part.id !== "" ? [part] : [],
    );
    if (calls.length === 0) return;
    this.#sink.calls(
      row,
      calls.map(({ id, name }) => ({ id, name })),
    );
    this.#openCalls.push(
      ...calls.map(({ id, name, args }) => ({ id, name, args: JSON.stringify(args), recorded: false })),
    );
  }

  /** A tool's frame has no call id: it answers the open call of its name, best one with its arguments. */
  #tool(row: RowNumber, name: string, data: JsonObject): void {
    const args = JSON.stringify(field(data, "input_state") ?? null);
    const named = this.#openCalls.filter((call) => call.name === name && !call.recorded);
    const call = named.find((each) => each.args === args) ?? named[0];
    if (call === undefined) return;
    call.recorded = true;
    this.#sink.recorded(row, call.id);
  }

  #states(segment: Segment): Pick<EventBody, "before" | "after"> {
    let before: JsonObject = {};
    let after: JsonObject = {};
    for (const each of this.#frames) {
      const diff = field(this.#data(each), "state_diff");
      if (!isArray(diff)) continue;
      before = after;
      after = changed(before, diff);
      if (each.offset === segment.offset) break;
    }
    return { before: untagged(before), after: untagged(after) };
  }

  #text({ offset, length }: Segment): string {
    return this.#source.read(offset, length).toString("utf8");
  }

  #data(segment: Segment): JsonObject {
    const data = field(parse(this.#text(segment)), "data");
    return isObject(data) ? data : {};
  }
}

function messagesOf(data: JsonObject): readonly Json[] {
  const messages = field(field(data, "input_state"), "messages");
  return isArray(messages) ? messages : [];
}

/** The answer of a call: an API's response, a message, or just its text. */
function answerOf(data: JsonObject): Message | undefined {
  const response = field(field(data, "output_state"), "response");
  if (response === undefined || response === null) return undefined;
  if (typeof response === "string") return { role: "assistant", parts: [{ type: "text", text: response }] };
  const message = siblingAnswer({ response })?.message ?? response;
  return readMessage(isObject(message) ? { ...message, role: "assistant" } : message);
}

function headerOf(data: JsonObject, created: number | undefined): RunHeader {
  const id = text(field(data, "session_id"));
  const parent = text(field(data, "parent_session_id"));
  const at = number(field(data, "forked_from_frame"));
  const tags = field(data, "tags");
  const meta = field(data, "metadata");
  const named = isArray(tags) ? tags.filter((tag): tag is string => typeof tag === "string") : [];
  return {
    by: "Agent VCR (ixchio)",
    ...(id !== undefined && { id }),
    ...(created !== undefined && { created }),
    ...(named.length > 0 && { tags: named }),
    ...(isObject(meta) && Object.keys(meta).length > 0 && { meta }),
    ...(parent !== undefined && { parent: { kind: "fork", id: parent, ...(at !== undefined && { at }) } }),
  };
}
