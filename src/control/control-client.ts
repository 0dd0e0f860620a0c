import { connect, type Socket } from "node:net";
import { field, isObject, type Json, parse, text } from "../json/json.ts";
import { JsonLines } from "./json-lines.ts";
import { type Hello, type MethodName, type Methods, NOTICE, type Notice, PROTOCOL } from "./protocol.ts";
import { requestLine } from "./rpc.ts";

/** Of a line that comes in, in bytes: far more than any answer holds. */
const LINE_LIMIT = 256 * 1024 * 1024;

/** Told in the order in which it happens. */
export interface Watcher {
  hello(hello: Hello): void;
  notice(notice: Notice): void;
  /** The connection is closed, by either side: with a run that is over, `over` came before. */
  gone(): void;
}

interface Waiting {
  done(result: Json): void;
  fail(error: Error): void;
}

/** The other end of a run in progress. */
export class ControlClient {
  readonly #socket: Socket;
  readonly #lines = new JsonLines(LINE_LIMIT);
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  #watcher: Watcher | undefined;
  #gone = false;

  /** `patience`: milliseconds until it counts as nobody there. @throws system errors; ETIMEDOUT */
  static connect(path: string, patience = 5000): Promise<ControlClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(path);
      const timer = setTimeout(() => {
        socket.destroy(Object.assign(new Error(`${path}: no answer`), { code: "ETIMEDOUT" }));
      }, patience);
      socket.once("error", reject);
      socket.once("close", () => clearTimeout(timer));
      socket.once("connect", () => {
        clearTimeout(timer);
        socket.off("error", reject);
        resolve(new ControlClient(socket));
      });
    });
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (piece: Buffer) => this.#take(piece));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#closed());
  }

  /** @throws Error with the words of the run when it refuses; when it ends before it has answered */
  call<Name extends MethodName>(method: Name, params: Methods[Name]["params"]): Promise<Methods[Name]["result"]> {
    return new Promise((resolve, reject) => {
      // The other end is our own engine: `watch` makes sure that it speaks the same protocol.
      this.#ask(method, params, { done: (result) => resolve(result as Methods[Name]["result"]), fail: reject });
    });
  }

  /** Says hello and tells what happens from then on. `gone` comes at once when the connection is closed already. */
  watch(watcher: Watcher): void {
    this.#watcher = watcher;
    if (this.#gone) return watcher.gone();
    this.#ask(
      "hello",
      {},
      {
        done: (hello) => (isHello(hello) ? watcher.hello(hello) : this.#socket.destroy()),
        fail: () => this.#socket.destroy(),
      },
    );
  }

  close(): void {
    this.#socket.end();
    this.#socket.destroySoon();
  }

  #ask(method: MethodName, params: unknown, waiting: Waiting): void {
    if (this.#gone) return waiting.fail(new Error("the run is over"));
    const id = this.#next++;
    this.#waiting.set(id, waiting);
    this.#socket.write(requestLine(id, method, params));
  }

  #take(piece: Buffer): void {
    const lines = this.#lines.push(piece);
    if (lines === undefined) return void this.#socket.destroy();
    for (const line of lines) this.#read(parse(line));
  }

  #read(message: Json | undefined): void {
    if (field(message, "method") === NOTICE) {
      const notice = field(message, "params");
      if (isNotice(notice)) this.#watcher?.notice(notice);
      return;
    }
    const id = field(message, "id");
    const waiting = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (typeof id !== "number" || waiting === undefined) return;
    this.#waiting.delete(id);
    const error = field(message, "error");
    if (error !== undefined) waiting.fail(new Error(text(field(error, "message")) ?? "refused"));
    else waiting.done(field(message, "result") ?? null);
  }

  #closed(): void {
    this.#gone = true;
    for (const waiting of this.#waiting.values()) waiting.fail(new Error("the run is over"));
    this.#waiting.clear();
    this.#watcher?.gone();
  }
}

/** Of the same protocol, the rest is as it says. */
function isHello(value: unknown): value is Hello {
  return isObject(value) && value.protocol === PROTOCOL && isObject(value.run) && isObject(value.status);
}

function isNotice(value: unknown): value is Notice {
  return isObject(value) && typeof value.type === "string";
}
