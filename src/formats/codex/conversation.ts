import type { Segment } from "../../trace/row-sink.ts";

/** What a thread's model had been told before each call: a list that grows, and begins anew where it is compacted. */

/** One message: the records it lies in, and which part of them it is. */
export interface Said {
  readonly part: "system" | "user" | "answer" | "result" | "history";
  readonly segments: Segment[];
  /** Of a "history": the place in a compaction's `replacement_history`; -1 is its summary. Of a "result": the call's id. */
  readonly which?: number | string;
}

interface Node {
  readonly parent: Node | undefined;
  readonly said: Said;
}

export type Place = Node | undefined;

export class Conversation {
  private last: Place;

  /** Where the next message goes: what is before it, `before` tells. */
  get place(): Place {
    return this.last;
  }

  add(said: Said): void {
    this.last = { parent: this.last, said };
  }

  restart(history: readonly Said[]): void {
    this.last = undefined;
    for (const said of history) this.add(said);
  }

  /** Takes back the last `turns` messages of the user and all that followed them. */
  rollback(turns: number): void {
    let left = turns;
    while (this.last !== undefined && left > 0) {
      if (this.last.said.part === "user") left--;
      this.last = this.last.parent;
    }
  }
}

/** The messages before `place`, oldest first. */
export function before(place: Place): readonly Said[] {
  const said: Said[] = [];
  for (let node = place; node !== undefined; node = node.parent) said.push(node.said);
  return said.reverse();
}
