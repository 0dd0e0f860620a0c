import type { Segment } from "../../trace/row-sink.ts";
import type { MessageRef } from "../format.ts";

/** What a thread's model had been told before each call: a list that grows, and begins anew where it is compacted. */

/** One message: the records it lies in, and which part of them it is. */
export interface Said extends MessageRef {
  readonly part: Part;
  readonly segments: Segment[];
  /** Of a "history": the place in a compaction's `replacement_history`; -1 is its summary. Of a "result": the call's id. */
  readonly which: number | string | undefined;
}

export type Part = "system" | "user" | "answer" | "result" | "history";

/** The first `length` messages of a list that may have grown since. */
export interface Place {
  readonly list: readonly Said[];
  readonly length: number;
}

export class Conversation {
  #list: Said[] = [];

  /** Where the next message goes: what is before it, `before` tells. */
  get place(): Place {
    return { list: this.#list, length: this.#list.length };
  }

  add(said: Said): void {
    this.#list.push(said);
  }

  restart(history: readonly Said[]): void {
    this.#list = [...history];
  }

  /** Takes back the last `turns` messages of the user and all that followed them. */
  rollback(turns: number): void {
    const users = this.#list.flatMap((said, index) => (said.part === "user" ? [index] : []));
    const first = turns > 0 ? users[Math.max(0, users.length - turns)] : undefined;
    if (first !== undefined) this.#list = this.#list.slice(0, first);
  }
}

/** The messages before `place`, oldest first: copied, not made, so that asking for each call costs little. */
export function before({ list, length }: Place): readonly Said[] {
  return list.slice(0, length);
}
