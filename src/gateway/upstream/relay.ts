import type { IncomingMessage, ServerResponse } from "node:http";
import type { End, Observer } from "../exchange.ts";
import { responseHeaders } from "./passed-headers.ts";

/** How long a piece that looks like the last one waits for the upstream's end, in milliseconds. */
const LAST_PIECE_MS = 25;

/**
 * Hands an answer on as it comes, each piece at once and byte for byte, and no faster than the agent takes it. The observer hears of the end
 * before the agent gets the last byte. Resolves when it is over.
 */
export function relay(
  incoming: IncomingMessage,
  response: ServerResponse,
  observer: Observer | undefined,
): Promise<void> {
  const held = new HeldPiece((piece) => write(piece));
  let begun = false;
  let over = false;

  function write(piece: Buffer): void {
    begun = true;
    if (response.destroyed || response.write(piece)) return;
    incoming.pause();
    response.once("drain", () => incoming.resume());
  }

  return new Promise((resolve) => {
    function finish(end: End): void {
      if (over) return;
      over = true;
      observer?.end(end);
      if (end.how === "complete") response.end(held.take(), resolve);
      else {
        held.release();
        response.destroy();
        resolve();
      }
    }
    response.once("close", () => finish({ how: "aborted", by: "client" }));
    if (!response.headersSent)
      response.writeHead(
        incoming.statusCode ?? 502,
        incoming.statusMessage ?? "",
        responseHeaders(incoming.rawHeaders),
      );
    response.socket?.setNoDelay(true);
    // Often the first piece is here already: then both go in one write.
    setImmediate(() => {
      if (!begun && !over) response.flushHeaders();
    });
    incoming.on("data", (chunk: Buffer) => {
      held.release();
      if (observer?.data(chunk) === true) held.hold(chunk);
      else write(chunk);
    });
    incoming.on("end", () => {
      if (incoming.complete) finish({ how: "complete" });
    });
    incoming.on("error", (error) => finish({ how: "aborted", by: "upstream", message: error.message }));
    incoming.on("close", () => finish(incoming.complete ? { how: "complete" } : { how: "aborted", by: "upstream" }));
  });
}

/** A piece that waits to be handed on; not for long, since the end may come late. */
class HeldPiece {
  readonly #hand: (piece: Buffer) => void;
  #piece: Buffer | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(hand: (piece: Buffer) => void) {
    this.#hand = hand;
  }

  hold(piece: Buffer): void {
    this.#piece = piece;
    this.#timer = setTimeout(() => this.release(), LAST_PIECE_MS);
  }

  release(): void {
    const piece = this.take();
    if (piece !== undefined) this.#hand(piece);
  }

  /** For who hands it on himself. */
  take(): Buffer | undefined {
    clearTimeout(this.#timer);
    const piece = this.#piece;
    this.#piece = undefined;
    return piece;
  }
}
