import { type ChildProcess, spawn } from "node:child_process";
import type { McpVerdict } from "../../gateway/mcp/mcp-answers.ts";
import { field, isArray, type Json, type JsonObject, parse, text } from "../../json/json.ts";
import { rpcMiss } from "../../replay/answers/miss-answer.ts";
import { errorMessage, whyNotStarted } from "../error-words.ts";
import { EXIT } from "../exit-codes.ts";
import { eachLine } from "./lines-of.ts";
import type { McpGate, McpWays } from "./mcp-gate.ts";

export interface McpServedOptions {
  /** The server's command; empty: it cannot be started. */
  readonly argv: readonly string[];
  ask(message: Json): Promise<McpVerdict>;
  /** Through which goes what goes to the server for real; undefined: nothing does. */
  gate?(ways: McpWays): McpGate;
  onProblem(message: string): void;
}

/** Number of our own first message to a server; clients count from 0 or 1. */
const HANDSHAKE = "vcr-handshake";

/**
 * Speaks with an MCP client in place of its server. The server is started when a call has to go to it for real, and is
 * first told what the client had told the recording: who it is, and that it is ready.
 */
export class McpServed {
  readonly #options: McpServedOptions;
  /** What a server has to be told first: the client's `initialize`, and its notifications. */
  #initialize: Json | undefined;
  readonly #notes: string[] = [];
  #server: Promise<ChildProcess | undefined> | undefined;
  #gate: McpGate | undefined;
  /** Numbers of calls that the server has not answered yet. */
  readonly #open = new Map<string, Json>();
  #code: number | undefined;
  #count = 0;
  /** What the client was asked in the server's name, and has not answered yet. */
  readonly #asked = new Map<string, () => void>();

  constructor(options: McpServedOptions) {
    this.#options = options;
  }

  /** Until the client ends, or the server that had to be started. Returns the code to end with. */
  async run(): Promise<number> {
    let last: Promise<void> = Promise.resolve();
    const ended = eachLine(process.stdin, (line) => {
      const value = parse(line);
      if (value === undefined || this.#heard(value)) return;
      // One after the other: which of two equal calls came first counts.
      last = last.then(() => this.#messages(value)).catch((error: unknown) => this.#problem(error));
    });
    await ended;
    for (const done of this.#asked.values()) done();
    await last;
    this.#gate?.close();
    const server = await this.#server;
    if (server === undefined) return this.#code ?? EXIT.ok;
    const closed = new Promise<void>((resolve) => {
      if (this.#code !== undefined) resolve();
      else server.once("close", () => resolve());
    });
    server.stdin?.end();
    await closed;
    return this.#code ?? EXIT.ok;
  }

  /** It answers what was asked in the server's name: somebody waits for it, and holds up all else. */
  #heard(message: Json): boolean {
    const done = this.#asked.get(text(field(message, "id")) ?? "");
    if (done === undefined || field(message, "method") !== undefined) return false;
    done();
    return true;
  }

  async #messages(value: Json): Promise<void> {
    for (const message of isArray(value) ? value : [value]) await this.#message(message);
  }

  async #message(message: Json): Promise<void> {
    const method = text(field(message, "method"));
    const id = field(message, "id");
    if (method === undefined) return this.#pass(message);
    if (id === undefined) {
      if (this.#server === undefined) this.#notes.push(JSON.stringify(message));
      return this.#pass(message);
    }
    if (method === "initialize") this.#initialize = message;
    const verdict = await this.#verdict(message, id);
    if (verdict.do === "answer") {
      for (const first of verdict.first ?? []) await this.#askClient(first);
      return say(verdict.message);
    }
    this.#open.set(JSON.stringify(id), id);
    const server = await this.#started(method === "initialize");
    if (server === undefined) return this.#unanswered("could not be started");
    if (this.#code !== undefined) return this.#unanswered(`has ended with code ${this.#code}`);
    await this.#send(message);
  }

  #askClient(asked: JsonObject): Promise<void> {
    const id = `vcr-asks-${this.#count++}`;
    const answered = new Promise<void>((resolve) => this.#asked.set(id, resolve));
    say({ jsonrpc: "2.0", id, ...asked });
    return answered.then(() => void this.#asked.delete(id));
  }

  /** A client that waits is told when nobody can say what becomes of its call. */
  async #verdict(message: Json, id: Json): Promise<McpVerdict> {
    try {
      return await this.#options.ask(message);
    } catch (error) {
      this.#problem(error);
      return { do: "answer", message: rpcMiss(id, { message: "vcr: the replay has ended", asResult: false }) };
    }
  }

  /** Notifications, and answers to what the server has asked. */
  async #pass(message: Json): Promise<void> {
    if ((await this.#server) !== undefined) await this.#send(message);
  }

  async #send(message: Json): Promise<void> {
    await this.#gate?.toServer(`${JSON.stringify(message)}\n`);
  }

  #started(greeted: boolean): Promise<ChildProcess | undefined> {
    this.#server ??= this.#start(greeted);
    return this.#server;
  }

  async #start(greeted: boolean): Promise<ChildProcess | undefined> {
    const [command, ...args] = this.#options.argv;
    if (command === undefined) return this.#lost("which server is it? Its command stands behind --");
    const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    server.stdin.on("error", () => undefined);
    const failed = new Promise<string>((resolve) =>
      server.once("error", (error) => resolve(whyNotStarted(error, command))),
    );
    const running = new Promise<undefined>((resolve) => server.once("spawn", () => resolve(undefined)));
    const why = await Promise.race([failed, running]);
    if (why !== undefined) return this.#lost(`${command} could not be started: ${why}`);
    const gate = this.#options.gate?.({
      toServer: (line) => void server.stdin.write(line),
      toClient: (line) => this.#toClient(line),
    });
    this.#gate = gate;
    let said: Promise<unknown> = Promise.resolve();
    const answered = new Promise<void>((resolve) => {
      server.once("close", (code) => {
        this.#code = code ?? EXIT.interrupted;
        gate?.serverGone();
        this.#unanswered(`ended with code ${this.#code}`);
        resolve();
      });
      eachLine(server.stdout, (line) => {
        const message = parse(line);
        if (field(message, "id") === HANDSHAKE) return resolve();
        this.#answered(message);
        // One after the other, as they came.
        said = said.then(() => gate?.toClient(`${line}\n`)).catch((error: unknown) => this.#problem(error));
      });
    });
    if (!greeted && this.#initialize !== undefined) {
      server.stdin.write(`${JSON.stringify({ ...asObject(this.#initialize), id: HANDSHAKE })}\n`);
      await answered;
    }
    if (!greeted) for (const note of this.#notes) server.stdin.write(`${note}\n`);
    return server;
  }

  #toClient(line: string): void {
    this.#answered(parse(line));
    process.stdout.write(line);
  }

  #answered(message: Json | undefined): void {
    if (field(message, "method") === undefined) this.#open.delete(JSON.stringify(field(message, "id")));
  }

  #lost(why: string): undefined {
    this.#code = EXIT.notStarted;
    this.#options.onProblem(why);
    return undefined;
  }

  /** Nobody is left who could answer. */
  #unanswered(why: string): void {
    for (const id of this.#open.values())
      say({ jsonrpc: "2.0", id, error: { code: -32000, message: `vcr: the MCP server ${why}` } });
    this.#open.clear();
  }

  #problem(error: unknown): void {
    this.#options.onProblem(errorMessage(error));
  }
}

function say(message: Json): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function asObject(message: Json): object {
  return typeof message === "object" && message !== null ? message : {};
}
