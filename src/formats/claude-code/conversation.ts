import type { Segment } from "../../trace/row-sink.ts";

/**
 * The tree of a session's records: which conversation an API message was asked with. Each record names its parent;
 * where that is missing or unknown, the record before it in the same lane stands in.
 */

/** All lines of one API message. */
export interface Group {
  readonly segments: Segment[];
  readonly nodes: number[];
  readonly callIds: Set<string>;
}

interface Node {
  readonly parent: number;
  readonly segment: Segment;
  /** Undefined for records that are not said to the model: they only link. */
  readonly said: "user" | Group | undefined;
}

/** One message of a conversation: a user's record, or all lines of an API message. */
export interface Said {
  readonly role: "user" | "assistant";
  readonly segments: readonly Segment[];
}

export interface Link {
  readonly uuid: string | undefined;
  /** Undefined: the record does not say. Null: it begins a conversation. */
  readonly parentUuid: string | null | undefined;
  readonly lane: string;
}

const ROOT = -1;

export class Conversation {
  readonly #nodes: Node[] = [];
  readonly #byUuid = new Map<string, number>();
  readonly #lastOfLane = new Map<string, number>();
  readonly #resultNodes = new Map<string, number[]>();

  knows(uuid: string): boolean {
    return this.#byUuid.has(uuid);
  }

  add(link: Link, segment: Segment, said: Node["said"]): number {
    const known = typeof link.parentUuid === "string" ? this.#byUuid.get(link.parentUuid) : undefined;
    const before = this.#lastOfLane.get(link.lane) ?? ROOT;
    const node = this.#nodes.length;
    this.#nodes.push({ parent: link.parentUuid === null ? ROOT : (known ?? before), segment, said });
    if (link.uuid !== undefined) this.#byUuid.set(link.uuid, node);
    if (said !== undefined) this.#lastOfLane.set(link.lane, node);
    if (typeof said === "object") said.nodes.push(node);
    return node;
  }

  /** `node` carries the result of the call `id`. */
  addResult(node: number, id: string): void {
    const nodes = this.#resultNodes.get(id);
    if (nodes === undefined) this.#resultNodes.set(id, [node]);
    else nodes.push(node);
  }

  /** What had been said when the first line of `group` was written, oldest first. */
  before(group: Group): readonly Said[] {
    const start = group.nodes[0];
    if (start === undefined) return [];
    const path: number[] = [];
    for (let at = this.#nodes[start]?.parent ?? ROOT; at !== ROOT; at = this.#nodes[at]?.parent ?? ROOT) path.push(at);
    const said: Said[] = [];
    const seen = new Set<number | Group>([group]);
    const sayUser = (at: number): void => {
      const node = this.#nodes[at];
      if (node === undefined || seen.has(at) || at >= start) return;
      seen.add(at);
      said.push({ role: "user", segments: [node.segment] });
    };
    for (const at of path.reverse()) {
      const what = this.#nodes[at]?.said;
      if (what === "user") sayUser(at);
      else if (what !== undefined && !seen.has(what)) {
        seen.add(what);
        said.push({ role: "assistant", segments: what.segments });
        // Parallel calls branch the tree: the results of one answer hang on different lines, all were sent together.
        const results = [...what.callIds].flatMap((id) => this.#resultNodes.get(id) ?? []);
        for (const result of results.sort((a, b) => a - b)) sayUser(result);
      }
    }
    return said;
  }
}
