import type { Socket } from "node:net";
import { answerMethod } from "./answer-method.ts";
import { JsonLines } from "./json-lines.ts";
import { CODES, failureLine, RpcFailure, type RpcId, readRequest, resultLine } from "./rpc.ts";
import type { WatchedRun } from "./watched-run.ts";

/** Of a line that comes in, in bytes: an edit may carry a whole request. */
export const LINE_LIMIT = 32 * 1024 * 1024;
/** What waits for a watcher that does not read, in bytes; who has more to come is dropped. */
export const BACKLOG_LIMIT = 8 * 1024 * 1024;
/** Milliseconds that the last words may take to reach a watcher. */
const LAST_WORDS = 1000;

/** One end of a control socket: answers requests, passes notices on. Nothing that comes in can make it throw. */
export class ServerConnection {
  /** It has said hello: it is told what happens. */
  watching = false;
  readonly #socket: Socket;
  readonly #run: WatchedRun;
  readonly #lines = new JsonLines(LINE_LIMIT);
  readonly #onWatching: () => void;

  constructor(socket: Socket, run: WatchedRun, onWatching: () => void) {
    this.#socket = socket;
    this.#run = run;
    this.#onWatching = onWatching;
    socket.on("error", () => socket.destroy());
    socket.on("data", (piece: Buffer) => this.#take(piece));
  }

  /** Whoever does not read is dropped. */
  send(line: string): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    this.#socket.write(line);
    if (this.#socket.writableLength > BACKLOG_LIMIT) this.#socket.destroy();
  }

  /** Resolves when the other end has what was written, or had a second for it. */
  async end(): Promise<void> {
    if (this.#socket.destroyed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LAST_WORDS);
      this.#socket.end(() => {
        clearTimeout(timer);
        resolve();
      });
      this.#socket.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.#socket.destroy();
  }

  #take(piece: Buffer): void {
    const lines = this.#lines.push(piece);
    for (const line of lines ?? []) this.#answer(line);
    if (lines !== undefined || this.#socket.destroyed) return;
    this.send(failureLine(new RpcFailure(CODES.noRequest, `a line is longer than ${LINE_LIMIT} bytes`)));
    this.#socket.removeAllListeners("data").destroySoon();
  }

  #answer(line: string): void {
    let id: RpcId | undefined = null;
    try {
      const request = readRequest(line);
      id = request.id;
      const result = answerMethod(this.#run, request.method, request.params);
      if (id !== undefined) this.send(resultLine(id, result));
      if (request.method === "hello" && !this.watching) {
        this.watching = true;
        this.#onWatching();
      }
    } catch (error) {
      const failure = error instanceof RpcFailure ? error : new RpcFailure(CODES.refused, String(error));
      if (id !== undefined) this.send(failureLine(new RpcFailure(failure.code, failure.message, id ?? failure.id)));
    }
  }
}
