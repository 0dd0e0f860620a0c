import { isObject, type Json, parse } from "../../json/json.ts";
import { callIds } from "../../providers/call-ids.ts";
import type { Message } from "../../providers/message.ts";
import type { EventBody } from "../../trace/event.ts";
import type { RowNumber, RowSink, Segment } from "../../trace/row-sink.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import type { MessageRef, Reader } from "../format.ts";
import { members } from "../json-scan.ts";
import { decodeJson, JsonValues } from "../json-values.ts";
import { chatHeader, chatModel } from "./chat-header.ts";
import { readMessage, siblingAnswer } from "./chat-message.ts";
import { type ChatRow, ChatRun } from "./chat-run.ts";
import { conversationPath, isChatMessage, type Place, placesOf } from "./find-messages.ts";

/** Opens any JSON that holds conversations: each of them a run; messages one a line are one run together. */
export class ChatReader implements Reader {
  readonly #source: ByteSource;
  readonly #sink: RowSink;
  readonly #values: JsonValues<Json>;
  readonly #rows = new Map<RowNumber, ChatRow>();
  #runs = 0;
  /** The run of messages that lie in the file without anything around them. */
  #loose: ChatRun | undefined;

  constructor(source: ByteSource, sink: RowSink) {
    this.#source = source;
    this.#sink = sink;
    this.#values = new JsonValues(source, decodeJson);
  }

  get position(): number {
    return this.#values.position;
  }

  advance(deadline: number): boolean {
    for (;;) {
      const item = this.#values.next();
      if (item === undefined) return true;
      if (item.type === "value") {
        this.#take(item.value, { source: 0, offset: item.offset, length: item.length });
      } else if (item.torn)
        this.#sink.warn(`the last value (line ${item.damage.line}) is torn: its writer was stopped`);
      else this.#sink.damage({ ...item.damage, source: 0 });
      if (performance.now() >= deadline) return false;
    }
  }

  finish(): void {
    this.#values.finish();
    while (!this.advance(Number.POSITIVE_INFINITY));
    if (this.#runs === 0) this.#sink.warn("no conversation was found in this file");
  }

  body(row: RowNumber, segments: readonly Segment[]): EventBody {
    const raw = (): string => segments.map((segment) => this.#text(segment)).join("\n");
    const known = this.#rows.get(row);
    const first = segments[0];
    if (known === undefined || first === undefined) return { raw };
    if (known.kind === "tool") return this.#toolBody(known, segments, raw);
    const json = parse(this.#text(first)) ?? null;
    return known.kind === "llm" ? { response: { json }, raw } : { request: { json }, raw };
  }

  messages(row: RowNumber): readonly MessageRef[] | undefined {
    const known = this.#rows.get(row);
    if (known?.kind !== "llm") return undefined;
    return known.run.messages.slice(0, known.before).map((segment, index) => ({
      key: `${segment.offset}`,
      read: () => this.#named(known.run, index) ?? readMessage(null),
    }));
  }

  answer(row: RowNumber): Message | undefined {
    const known = this.#rows.get(row);
    return known === undefined || known.kind === "tool" ? undefined : this.#named(known.run, known.before);
  }

  #take(value: Json, segment: Segment): void {
    if (isChatMessage(value)) {
      this.#loose ??= this.#begin({}, undefined);
      this.#loose.add(value, segment);
      return;
    }
    const path = conversationPath(value);
    if (path === undefined) {
      if (this.#runs === 0) this.#begin({}, undefined);
      this.#sink.open({ kind: "raw", name: "value without messages", size: segment.length }, segment);
      return;
    }
    const bytes = this.#source.read(segment.offset, segment.length);
    for (const place of placesOf(bytes, path)) if (place.messages.length > 0) this.#conversation(place, bytes, segment);
  }

  #conversation(place: Place, bytes: Buffer, { source, offset }: Segment): void {
    const within = place.container;
    const around = within === undefined ? undefined : parse(bytes.toString("utf8", ...within));
    const container = isObject(around) ? around : {};
    const run = this.#begin(container, chatModel(container));
    for (const [start, end] of place.messages) {
      const json = parse(bytes.toString("utf8", start, end)) ?? null;
      run.add(json, { source, offset: offset + start, length: end - start });
    }
    const answer = siblingAnswer(container);
    const range = within === undefined ? undefined : members(bytes, within[0], within[1])?.get("response");
    if (answer === undefined || range === undefined) return;
    run.add(answer.message, { source, offset: offset + range[0], length: range[1] - range[0] }, answer.facts);
  }

  #begin(container: { readonly [key: string]: Json }, model: string | undefined): ChatRun {
    this.#sink.header(chatHeader(container), { next: this.#runs > 0 });
    this.#runs++;
    return new ChatRun(this.#sink, this.#rows, model);
  }

  #text({ offset, length }: Segment): string {
    return this.#source.read(offset, length).toString("utf8");
  }

  #json(segment: Segment): Json {
    const json = parse(this.#text(segment)) ?? null;
    return isObject(json) ? (siblingAnswer({ response: json })?.message ?? json) : json;
  }

  /** Message `index` of a run. Where the file has no call ids they are counted from the beginning. */
  #named(run: ChatRun, index: number): Message | undefined {
    const segment = run.messages[index];
    if (segment === undefined) return undefined;
    const message = readMessage(this.#json(segment));
    const missing = message.parts.some((part) => (part.type === "call" || part.type === "result") && part.id === "");
    if (!missing) return message;
    const ids = callIds();
    for (const earlier of run.messages.slice(0, index)) ids.name(readMessage(this.#json(earlier)));
    return ids.name(message);
  }

  #toolBody(known: ChatRow, segments: readonly Segment[], raw: () => string): EventBody {
    const parts = [known.before, ...this.#places(known.run, segments.slice(1))].flatMap(
      (index) => this.#named(known.run, index)?.parts ?? [],
    );
    const call = parts.find((part) => part.type === "call" && part.id === known.callId);
    const result = parts.find((part) => part.type === "result" && part.id === known.callId);
    const said =
      result?.type === "result" ? result.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n") : "";
    return {
      ...(call?.type === "call" && { request: { json: call.args } }),
      ...(result?.type === "result" && { response: { json: said } }),
      ...(result?.type === "result" && result.isError === true && { error: { type: "tool_error", message: said } }),
      raw,
    };
  }

  #places(run: ChatRun, segments: readonly Segment[]): readonly number[] {
    return segments.flatMap(({ offset }) => {
      const index = run.messages.findIndex((message) => message.offset === offset);
      return index < 0 ? [] : [index];
    });
  }
}
