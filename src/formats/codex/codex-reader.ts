import type { Message } from "../../providers/message.ts";
import type { EventBody } from "../../trace/event.ts";
import type { RowNumber, Segment } from "../../trace/row-sink.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import type { MessageRef, OpenContext, Reader } from "../format.ts";
import type { RecordFeed } from "../record-feed.ts";
import { callBody, Lines, otherBody, SaidMessage, saidBody, toolBody } from "./bodies.ts";
import { before } from "./conversation.ts";
import { rolloutFeed } from "./rollout-feed.ts";
import { RolloutWalk, type Shape } from "./rollout-walk.ts";
import { threadFiles } from "./sub-agents.ts";

interface Thread {
  readonly feed: RecordFeed;
  readonly walk: RolloutWalk;
  /** How many threads it had started when its folder was last searched. */
  searched: number;
}

/** Reads a thread and those of its sub-agents side by side, in the order of their time stamps. */
export class CodexReader implements Reader {
  readonly #shapes = new Map<RowNumber, Shape>();
  readonly #lines = new Lines();
  readonly #main: Thread;
  readonly #threads: Thread[] = [];
  readonly #known = new Set<string>();
  readonly #context: OpenContext;

  constructor(source: ByteSource, context: OpenContext) {
    this.#context = context;
    this.#known.add(source.path);
    this.#main = this.#add(0, source);
  }

  get position(): number {
    return this.#main.feed.position;
  }

  advance(deadline: number): boolean {
    for (let count = 0; ; count++) {
      const thread = this.#next();
      if (thread === undefined) return true;
      this.#take(thread);
      if (count % 16 === 15 && performance.now() >= deadline) return false;
    }
  }

  finish(): void {
    for (const { feed } of this.#threads) feed.finish();
    while (!this.advance(Number.POSITIVE_INFINITY));
  }

  body(row: RowNumber, segments: readonly Segment[]): EventBody {
    const shape = this.#shapes.get(row);
    if (shape?.type === "call") return callBody(this.#lines, segments);
    if (shape?.type === "tool") return toolBody(this.#lines, shape.callId, segments);
    return shape === undefined ? otherBody(this.#lines, segments) : saidBody(this.#lines, shape.said, segments);
  }

  messages(row: RowNumber): readonly MessageRef[] | undefined {
    const shape = this.#shapes.get(row);
    return shape?.type === "call" ? before(shape.call.place) : undefined;
  }

  answer(row: RowNumber): Message | undefined {
    const shape = this.#shapes.get(row);
    if (shape?.type === "call") return shape.call.said.read();
    return shape?.type === "said" ? shape.said.read() : undefined;
  }

  #add(number: number, source: ByteSource): Thread {
    const walk = new RolloutWalk(this.#context.sink, {
      shapes: this.#shapes,
      say: (part, place) => new SaidMessage(this.#lines, part, place),
      main: number === 0,
    });
    const thread = { feed: rolloutFeed(number, source), walk, searched: -1 };
    this.#lines.sources[number] = source;
    this.#threads.push(thread);
    return thread;
  }

  /** The thread whose next record is the oldest. */
  #next(): Thread | undefined {
    let oldest: Thread | undefined;
    for (const thread of this.#threads) {
      if (thread.feed.peek() !== undefined && (oldest === undefined || thread.feed.at < oldest.feed.at))
        oldest = thread;
    }
    return oldest;
  }

  #take(thread: Thread): void {
    const { feed, walk } = thread;
    const item = feed.peek();
    feed.shift();
    if (item === undefined) return;
    if (item.type === "record") {
      walk.take(item.record, item.segment);
      this.#search(thread);
    } else if (item.torn) {
      this.#context.sink.warn(`the last line (${item.damage.line}) is torn: its writer was stopped`);
    } else this.#context.sink.damage(item.damage);
  }

  /** Looks for files of sub-agents once a thread is known by its first record, and whenever it has started another. */
  #search(thread: Thread): void {
    const { feed, walk } = thread;
    if (walk.thread === undefined || walk.thread === "" || walk.spawned.size === thread.searched) return;
    thread.searched = walk.spawned.size;
    const asked = { thread: walk.thread, spawned: walk.spawned };
    for (const path of threadFiles(feed.source.path, asked, this.#context.list)) {
      if (this.#known.has(path)) continue;
      this.#known.add(path);
      const added = this.#context.addSource(path);
      if (added !== undefined) this.#add(added.number, added.source);
    }
  }
}
