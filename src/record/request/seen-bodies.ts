import { type Likeness, likeness, type SeenText, seenText } from "../../trace/write/seen-text.ts";
import { type SplitRequest, splitRequest } from "./split-request.ts";

/** Conversations whose next request is expected, and the bytes that are kept of all of them. */
const CONVERSATIONS = 8;
const BYTES = 64 * 1024 * 1024;
/** Shorter bodies are read as fast as they are compared. */
const LEAST = 4096;

/** Takes bodies of requests apart, each beside the last one of its conversation: what both begin with is not read again. */
export class SeenBodies {
  /** Most recently used last. */
  #seen: readonly SeenText[] = [];

  /** As `splitRequest`. */
  split(bytes: Buffer, pointers: readonly string[]): SplitRequest | undefined {
    if (bytes.length < LEAST) return splitRequest(bytes, pointers);
    const like = this.#likest(bytes);
    const split = splitRequest(bytes, pointers, like);
    if (split !== undefined) this.#keep(seenText(split), like);
    return split;
  }

  #likest(bytes: Buffer): Likeness | undefined {
    let likest: Likeness | undefined;
    for (const seen of this.#seen) {
      const like = likeness(bytes, seen);
      if (like.common > (likest?.common ?? 0)) likest = like;
    }
    return likest;
  }

  /** In the place of the one that it continues: it begins with most of that. */
  #keep(fresh: SeenText, like: Likeness | undefined): void {
    const continued = like !== undefined && like.common * 2 > like.seen.bytes.length ? like.seen : undefined;
    const others = this.#seen.filter((seen) => seen !== continued).slice(1 - CONVERSATIONS);
    let bytes = fresh.bytes.length;
    const kept = others.toReversed().filter((seen) => {
      bytes += seen.bytes.length;
      return bytes <= BYTES;
    });
    this.#seen = [...kept.reverse(), fresh];
  }
}
