import { crc32 } from "node:zlib";
import { isArray, isObject, type Json } from "../../json/json.ts";
import { type Message, messageText } from "../../providers/message.ts";
import type { RowNumber } from "../../trace/row-sink.ts";
import type { OpenedRun } from "../opened-run.ts";
import { counts, links, UNKNOWN } from "../rows/column.ts";
import type { RunStore } from "../rows/run-store.ts";
import type { Lane } from "../run.ts";
import { type SettledLanes, settledLanes, type Track } from "./settled-lanes.ts";

/** Calls of other lanes whose tool arguments are searched for a new lane's first message. */
const PARENT_REACH = 16;

/**
 * Which call belongs to which agent. A call follows its *predecessor*: the call whose answer is the last answer
 * in its messages. By common prefix a third of the calls of agents with one system prompt land in a wrong lane;
 * by predecessor none do. Where the format names the agent and keeps the conversation itself, the name decides.
 */
export class Lanes {
  readonly #store: RunStore;
  readonly #run: OpenedRun;
  readonly #track = counts();
  readonly #previous = links();
  readonly #follower = links();
  readonly #tracks: Track[] = [];
  readonly #byAgent = new Map<string, number>();
  /** Answer → the call that gave it, for answers without tool calls (those with calls are found by their ids). */
  readonly #answers = new Map<string, RowNumber>();
  /** Rows that were still without an answer when `#answers` was filled. */
  #unanswered: readonly RowNumber[] = [];
  /** Conversation → the call that began with it, for calls that follow no other. */
  readonly #firsts = new Map<string, RowNumber>();
  #next = 0;
  #digested = 0;
  /** Tracks whose parent has been looked for. */
  #parented = 0;
  #final: SettledLanes | undefined;

  constructor(store: RunStore, run: OpenedRun) {
    this.#store = store;
    this.#run = run;
  }

  /** Rows and lanes that have been looked at; grows while `advance` has work. */
  get placed(): number {
    return this.#next + this.#parented;
  }

  /** True when every llm row known so far has its lane. */
  advance(deadline: number): boolean {
    while (this.#next < this.#store.table.length) {
      const row = this.#next++;
      if (this.#store.table.kind(row) === "llm") this.#place(row);
      if (performance.now() > deadline) return false;
    }
    return this.#findParents(deadline);
  }

  /** Who started whom, once everybody has a lane. */
  #findParents(deadline: number): boolean {
    while (this.#parented < this.#tracks.length) {
      const track = this.#tracks[this.#parented++]!;
      if (this.#parented === 1) continue;
      track.parent = this.#parentOf(track.first);
      if (track.parent !== undefined) this.#final = undefined;
      if (performance.now() > deadline) return false;
    }
    return true;
  }

  list(): readonly Lane[] {
    return this.#settled().lanes;
  }

  laneOf(row: RowNumber): number {
    const { table } = this.#store;
    const owner = table.kind(row) === "llm" ? row : table.parent.get(row);
    const track = owner >= 0 ? this.#track.get(owner) : this.#byAgent.get(table.agent(row) ?? "");
    return track === undefined || track === UNKNOWN ? 0 : (this.#settled().of[track] ?? 0);
  }

  /** The llm row before `row` in its lane; -1 for the first. For another kind of row: the call it belongs to. */
  previous(row: RowNumber): RowNumber {
    return this.#store.table.kind(row) === "llm" ? this.#previous.get(row) : this.#store.table.parent.get(row);
  }

  #place(row: RowNumber): void {
    const { table } = this.#store;
    this.#final = undefined;
    const agent = table.agent(row);
    if (this.#run.keepsConversation) return this.#joinAgent(row, agent ?? "");
    const earlier = table.repeats.get(row);
    if (earlier >= 0) return this.#repeat(row, earlier);
    const predecessor = table.predecessor.get(row) >= 0 ? table.predecessor.get(row) : this.#findPredecessor(row);
    if (predecessor >= 0 && predecessor !== row) return this.#follow(row, predecessor);
    const named = agent === undefined ? undefined : this.#byAgent.get(agent);
    if (named !== undefined) return this.#join(row, named);
    const rewritten = this.#rewrittenLane(row);
    if (rewritten !== undefined) return this.#join(row, rewritten, "history rewritten");
    const failed = this.#failedFirst(row);
    if (failed !== undefined) return this.#repeat(row, failed);
    this.#open(row, agent);
  }

  /** The same asked again after a failure: no further call, and nothing new stands in it. */
  #repeat(row: RowNumber, earlier: RowNumber): void {
    const number = this.#track.get(earlier);
    const track = this.#tracks[number];
    if (track === undefined) return this.#open(row, this.#store.table.agent(row));
    this.#track.set(row, number);
    this.#previous.set(row, this.#previous.get(earlier));
    track.last = row;
  }

  #follow(row: RowNumber, predecessor: RowNumber): void {
    const track = this.#track.get(predecessor);
    const earlier = this.#lastAttempt(this.#follower.get(predecessor), row);
    if (track === UNKNOWN) return this.#open(row, this.#store.table.agent(row));
    if (earlier < 0 || this.#store.table.status(earlier) !== "ok") {
      this.#follower.set(predecessor, row);
      return this.#join(row, track);
    }
    this.#open(row, this.#store.table.agent(row), "branch");
    this.#previous.set(row, predecessor);
  }

  /** The last attempt at a call that was made before `row`. */
  #lastAttempt(call: RowNumber, row: RowNumber): RowNumber {
    const { repeatedBy } = this.#store.table;
    let last = call;
    for (let next = call; next >= 0 && next < row; next = repeatedBy.get(next)) last = next;
    return last;
  }

  #join(row: RowNumber, number: number, note?: string): void {
    const track = this.#tracks[number]!;
    this.#track.set(row, number);
    this.#previous.set(row, track.last);
    track.last = row;
    track.calls++;
    if (note !== undefined && !track.notes.includes(note)) track.notes = [...track.notes, note];
  }

  #joinAgent(row: RowNumber, agent: string): void {
    const known = this.#byAgent.get(agent);
    if (known !== undefined) return this.#join(row, known);
    this.#open(row, agent === "" ? undefined : agent);
    this.#byAgent.set(agent, this.#tracks.length - 1);
  }

  #open(row: RowNumber, agent: string | undefined, note?: string): void {
    this.#tracks.push({
      first: row,
      agent,
      parent: undefined,
      setting: this.#run.keepsConversation ? "" : this.#settingOf(row),
      last: row,
      calls: 1,
      notes: note === undefined ? [] : [note],
    });
    this.#track.set(row, this.#tracks.length - 1);
    if (agent !== undefined) this.#byAgent.set(agent, this.#tracks.length - 1);
  }

  #settingOf(row: RowNumber): string {
    // What no dialect reads, such as the arguments of a wrapped function, names neither prompt nor tools.
    const { system, tools } = this.#run.exchangeOfRow(row).facts ?? { system: [], tools: [] };
    return digest(JSON.stringify([system, tools.map((tool) => tool.name)]));
  }

  #findPredecessor(row: RowNumber): RowNumber {
    const messages = this.#run.messagesOfRow(row);
    for (let i = messages.length - 1; i >= 0; i--) {
      const message = messages[i]!.read();
      if (message.role !== "assistant") continue;
      this.#digestAnswers(row);
      return this.#answers.get(answerKey(message)) ?? -1;
    }
    return -1;
  }

  #digestAnswers(until: RowNumber): void {
    this.#unanswered = this.#unanswered.filter((row) => !this.#digestAnswer(row));
    const late: RowNumber[] = [];
    for (; this.#digested < until; this.#digested++) {
      if (!this.#digestAnswer(this.#digested)) late.push(this.#digested);
    }
    if (late.length > 0) this.#unanswered = [...this.#unanswered, ...late];
  }

  /** False while the row's answer is still to come. */
  #digestAnswer(row: RowNumber): boolean {
    const { table } = this.#store;
    if (table.kind(row) !== "llm") return true;
    if (table.status(row) === "pending") return false;
    const message = this.#run.exchangeOfRow(row).answer?.message;
    if (message) this.#answers.set(answerKey(message), row);
    return true;
  }

  /** The first call of a lane that failed, where `row` asks the same as it did. */
  #failedFirst(row: RowNumber): RowNumber | undefined {
    const messages = this.#run.messagesOfRow(row);
    if (messages.length === 0) return undefined;
    const key = digest(messages.map((ref) => ref.key).join(" "));
    const earlier = this.#firsts.get(key);
    this.#firsts.set(key, row);
    const status = earlier === undefined ? "ok" : this.#store.table.status(earlier);
    if (earlier === undefined || status === "ok" || status === "pending") return undefined;
    return this.#tracks[this.#track.get(earlier)]?.last === earlier ? earlier : undefined;
  }

  /** Compaction: the lane whose last answer still stands somewhere in these messages. */
  #rewrittenLane(row: RowNumber): number | undefined {
    for (const ref of this.#run.messagesOfRow(row).toReversed()) {
      const message = ref.read();
      if (message.role !== "assistant") continue;
      const from = this.#answers.get(answerKey(message));
      const track = from === undefined ? UNKNOWN : this.#track.get(from);
      if (track !== UNKNOWN && this.#tracks[track]!.last === from) return track;
    }
    return undefined;
  }

  /** A lane whose first user message is an argument of another lane's tool call is that lane's child. */
  #parentOf(row: RowNumber): number | undefined {
    const task = this.#firstTask(row);
    if (task === undefined) return undefined;
    const { table } = this.#store;
    for (let at = row - 1, seen = 0; at >= 0 && seen < PARENT_REACH; at--) {
      if (table.kind(at) !== "llm" || table.calls.get(at) === 0) continue;
      seen++;
      const calls = this.#run.exchangeOfRow(at).answer?.calls ?? [];
      if (calls.some((call) => mentions(call.args, task))) return this.#track.get(at);
    }
    return undefined;
  }

  #firstTask(row: RowNumber): string | undefined {
    for (const ref of this.#run.messagesOfRow(row)) {
      const message = ref.read();
      if (message.role !== "user") continue;
      const text = messageText(message).trim();
      return text === "" ? undefined : text;
    }
    return undefined;
  }

  #settled(): SettledLanes {
    this.#final ??= settledLanes(this.#tracks);
    return this.#final;
  }
}

/** Tool-call ids where there are any, else the folded text. */
function answerKey(message: Message): string {
  const ids = message.parts.flatMap((part) => (part.type === "call" ? [part.id] : []));
  return ids.length > 0 ? `calls ${ids.join(" ")}` : digest(messageText(message).trim());
}

function digest(text: string): string {
  return `${text.length}-${crc32(text)}`;
}

function mentions(value: Json, text: string): boolean {
  if (typeof value === "string") return value.trim() === text || (text.length >= 16 && value.includes(text));
  if (isArray(value)) return value.some((item) => mentions(item, text));
  return isObject(value) && Object.values(value).some((item) => mentions(item, text));
}
