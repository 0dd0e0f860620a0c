import type { RecordedCall } from "./matcher.ts";

interface Link {
  readonly call: RecordedCall;
  next: Link | undefined;
}

/** The unserved calls of one place in their order; served ones are unhooked when they are met, so each costs one look. */
export class UnservedChain {
  readonly #root: { next: Link | undefined } = { next: undefined };
  #last: { next: Link | undefined } = this.#root;

  push(call: RecordedCall): void {
    const link: Link = { call, next: undefined };
    this.#last.next = link;
    this.#last = link;
  }

  /** At most `count` calls from the front, below `limit`. */
  front(count: number, limit: number): RecordedCall[] {
    const found: RecordedCall[] = [];
    let before = this.#root;
    while (before.next !== undefined && found.length < count) {
      const link: Link = before.next;
      if (link.call.served) {
        before.next = link.next;
        continue;
      }
      if (link.call.step >= limit) break;
      found.push(link.call);
      before = link;
    }
    return found;
  }
}
