import type { Message } from "../../providers/message.ts";
import type { EventBody } from "../../trace/event.ts";
import type { RowNumber, Segment } from "../../trace/row-sink.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import type { MessageRef, OpenContext, Reader } from "../format.ts";
import { lastLine } from "../last-line.ts";
import { Lines, llmBody, otherBody, spokenMessage, toolBody } from "./bodies.ts";
import type { Said } from "./conversation.ts";
import { otherRow } from "./other-records.ts";
import { typeOf } from "./record.ts";
import { SessionFeed } from "./session-feed.ts";
import { SessionWalk } from "./session-walk.ts";
import { agentFiles } from "./sub-agents.ts";

/** Reads a session and the files of its sub-agents side by side, in the order of their time stamps. */
export class ClaudeCodeReader implements Reader {
  readonly #walk: SessionWalk;
  readonly #main: SessionFeed;
  readonly #feeds: SessionFeed[];
  readonly #known = new Set<string>();
  readonly #lines = new Lines();
  readonly #context: OpenContext;
  /** Size of the session when its folder was last looked through. */
  #listedAt = -1;

  constructor(source: ByteSource, context: OpenContext) {
    this.#context = context;
    this.#walk = new SessionWalk(context.sink);
    this.#main = new SessionFeed(0, source, "");
    this.#feeds = [this.#main];
    this.#lines.sources.push(source);
  }

  get position(): number {
    return this.#main.position;
  }

  advance(deadline: number): boolean {
    for (let count = 0; ; count++) {
      const feed = this.#next();
      if (feed === undefined) return true;
      this.#take(feed);
      // The folder can be searched as soon as the session is known by its first records.
      if (this.#listedAt < 0 && this.#walk.header.sessionId !== undefined) this.#addAgents();
      if (count % 16 === 15 && performance.now() >= deadline) return false;
    }
  }

  finish(): void {
    for (const feed of this.#feeds) feed.finish();
    while (!this.advance(Number.POSITIVE_INFINITY));
    this.#walk.finish();
  }

  body(row: RowNumber, segments: readonly Segment[]): EventBody {
    const callId = this.#walk.callIds.get(row);
    if (callId !== undefined) return toolBody(this.#lines, callId, segments);
    return this.#walk.groups.has(row) ? llmBody(this.#lines, segments) : otherBody(this.#lines, segments);
  }

  messages(row: RowNumber): readonly MessageRef[] | undefined {
    const group = this.#walk.groups.get(row);
    return group === undefined ? undefined : this.#walk.conversation.before(group).map((said) => this.#ref(said));
  }

  answer(row: RowNumber, segments: readonly Segment[]): Message | undefined {
    if (this.#walk.groups.has(row)) return spokenMessage(this.#lines, "assistant", segments);
    return this.#walk.spoken.has(row) ? spokenMessage(this.#lines, "user", segments) : undefined;
  }

  tail(): { readonly body: EventBody; readonly kind: string } | undefined {
    const place = lastLine(this.#main.source);
    if (place === undefined) return undefined;
    const segments = [{ source: 0, ...place }];
    const record = this.#lines.record({ source: 0, ...place });
    if (typeOf(record) === "assistant") return { kind: "llm", body: llmBody(this.#lines, segments) };
    const kind = typeOf(record) === "user" ? "message" : otherRow(record).kind;
    return { kind, body: otherBody(this.#lines, segments) };
  }

  #ref({ role, segments }: Said): MessageRef {
    const first = segments[0];
    const key = `${first?.source}:${first?.offset}:${segments.length}`;
    return { key, read: () => spokenMessage(this.#lines, role, segments) };
  }

  /** The file whose next record is the oldest. */
  #next(): SessionFeed | undefined {
    if (this.#main.peek() === undefined) this.#addAgents();
    let oldest: SessionFeed | undefined;
    for (const feed of this.#feeds) {
      if (feed.peek() !== undefined && (oldest === undefined || feed.at < oldest.at)) oldest = feed;
    }
    return oldest;
  }

  #take(feed: SessionFeed): void {
    const item = feed.peek();
    feed.shift();
    if (item === undefined) return;
    if (item.type === "record") this.#walk.take(item.record, { segment: item.segment, agentId: feed.agentId });
    else if (item.torn) this.#context.sink.warn(`the last line (${item.damage.line}) is torn: its writer was stopped`);
    else this.#context.sink.damage(item.damage);
  }

  #addAgents(): void {
    const { source } = this.#main;
    if (this.#listedAt === source.size) return;
    this.#listedAt = source.size;
    for (const file of agentFiles(source.path, this.#walk.header.sessionId, this.#context.list)) {
      if (this.#known.has(file.path)) continue;
      this.#known.add(file.path);
      const added = this.#context.addSource(file.path);
      if (added === undefined) continue;
      this.#lines.sources[added.number] = added.source;
      this.#feeds.push(new SessionFeed(added.number, added.source, file.agentId));
    }
  }
}
