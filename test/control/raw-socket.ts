import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { type Json, parse } from "../../src/json/json.ts";

/** The other end of a control socket without our client: bytes in, parsed lines out. */
export class RawSocket {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  readonly #lines: Json[] = [];
  readonly #waiting: ((line: Json) => void)[] = [];
  #rest = "";

  constructor(path: string) {
    this.socket = connect(path);
    this.socket.on("error", () => {});
    this.closed = new Promise((resolve) => this.socket.on("close", () => resolve()));
    this.socket.on("data", (bytes) => this.#take(bytes.toString("utf8")));
    onTestFinished(() => void this.socket.destroy());
  }

  send(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  /** The next line. */
  next(): Promise<Json> {
    const line = this.#lines.shift();
    return line === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(line);
  }

  #take(text: string): void {
    const lines = `${this.#rest}${text}`.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const value = parse(line) ?? null;
      const waiting = this.#waiting.shift();
      if (waiting) waiting(value);
      else this.#lines.push(value);
    }
  }
}
