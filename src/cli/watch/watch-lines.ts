import { createInterface, type Interface } from "node:readline";
import { ControlClient } from "../../control/control-client.ts";
import type {
  BodyChange,
  HeldAction,
  HeldCall,
  Hello,
  LiveBreakpoint,
  Notice,
  RunMode,
} from "../../control/protocol.ts";
import { sanitise } from "../../text/sanitise.ts";
import { errorMessage } from "../error-words.ts";
import { EXIT } from "../exit-codes.ts";
import { Output } from "../output.ts";
import { tell } from "../trouble.ts";
import { readWatchCommand, WATCH_HELP, type WatchCommand } from "./watch-command.ts";
import { breakpointLines, heldLines, helloLines, OutputLines, releasedLine, statusLine } from "./watch-words.ts";

/** Watches a run by the line, until it is over or the user leaves. Sets the exit code. */
export async function watchLines(socket: string): Promise<void> {
  const client = await ControlClient.connect(socket);
  process.exitCode = (await new WatchLines(client).run()) ? EXIT.ok : EXIT.trouble;
}

class WatchLines {
  readonly #client: ControlClient;
  readonly #output = new Output();
  readonly #text = new OutputLines();
  readonly #held = new Map<number, HeldCall>();
  #breakpoints: readonly LiveBreakpoint[] = [];
  #status = "";
  #mode: RunMode = "record";
  #over = false;
  #left = false;
  /** A line of a script could not be read, or what it asked for was refused. */
  #failed = false;
  /** Lines of a script are done one after the other; the next may wait for a call to be held. */
  #queue: Promise<void> = Promise.resolve();
  #onHeld: (() => void) | undefined;
  /** No more commands will come. */
  #silent = false;
  #warned = false;
  #input: Interface | undefined;
  #path: string | undefined;
  /** Lines that are printed later. */
  #waiting: string[] | undefined;

  constructor(client: ControlClient) {
    this.#client = client;
  }

  /** False: the run was lost sight of, or not all that a script asked for was done. */
  async run(): Promise<boolean> {
    await new Promise<void>((resolve) => {
      this.#client.watch({
        hello: (hello) => {
          this.#greet(hello);
          this.#input = createInterface({ input: process.stdin });
          this.#input.on("line", (line) => this.#onLine(line));
          this.#input.on("close", () => void this.#queue.then(() => this.#spoken()));
        },
        notice: (notice) => this.#tell(notice),
        gone: resolve,
      });
    });
    this.#input?.removeAllListeners("close").close();
    this.#onHeld?.();
    await this.#queue;
    this.#print(this.#text.end());
    if (!this.#over && !this.#left) tell("the process of the run has gone, before its end was told");
    return (this.#over || this.#left) && !this.#failed;
  }

  #greet(hello: Hello): void {
    for (const call of hello.held) this.#held.set(call.id, call);
    this.#breakpoints = hello.breakpoints;
    this.#path = hello.run.path;
    this.#mode = hello.mode;
    this.#status = statusLine(hello.status, hello.mode);
    this.#print(helloLines(hello));
    this.#print(hello.output.flatMap((piece) => this.#text.push(piece)));
    this.#print(["? lists commands"]);
  }

  #tell(notice: Notice): void {
    switch (notice.type) {
      case "held":
      case "held-changed":
        this.#held.set(notice.call.id, notice.call);
        this.#print(heldLines(notice.call));
        if (this.#silent) this.#warn();
        return this.#onHeld?.();
      case "released":
        this.#held.delete(notice.id);
        return this.#print([releasedLine(notice)]);
      case "output":
        return this.#print(this.#text.push(notice.piece));
      case "breakpoints":
        this.#breakpoints = notice.breakpoints;
        return this.#print(notice.breakpoints.length === 0 ? ["no breakpoints"] : breakpointLines(notice.breakpoints));
      case "status":
        return this.#tellStatus(statusLine(notice.status, this.#mode));
      case "over":
        this.#over = true;
        this.#print(this.#text.end());
        this.#tellStatus(statusLine(notice.status, this.#mode));
        return this.#print(["over", ...notice.report.map((line) => sanitise(line))]);
      case "chunk":
        return;
    }
  }

  #tellStatus(line: string): void {
    if (line !== this.#status) this.#print([line]);
    this.#status = line;
  }

  #onLine(line: string): void {
    const command = readWatchCommand(line);
    if (typeof command === "string") return this.#fail(command);
    if (command === undefined) return;
    this.#queue = this.#queue.then(() => this.#do(command)).catch((error) => this.#refused(error));
  }

  #spoken(): void {
    this.#silent = true;
    if (this.#held.size > 0) this.#warn();
  }

  /** Watching alone keeps a call from going on. */
  #warn(): void {
    if (this.#warned || this.#over || this.#left) return;
    this.#warned = true;
    tell(
      "stdin has ended, so held calls stay held until another vcr attach lets them go on, or this one ends (a last line q ends it)",
    );
  }

  async #do(command: WatchCommand): Promise<void> {
    if (this.#over || this.#left) return;
    switch (command.type) {
      case "act":
        return this.#act(command.id, command.action);
      case "edit":
        return this.#edit(command.id);
      case "change":
        return this.#change(command.id, command.change);
      case "all":
        return this.#print([`${await this.#client.call("actAll", { action: command.action })} call(s)`]);
      case "pause":
        return void (await this.#client.call("pause", {}));
      case "break":
        return this.#break([...this.#breakpoints, { expression: command.expression, on: true }]);
      case "unbreak":
        return this.#break(
          this.#breakpoints.filter(
            ({ expression }) => command.expression !== undefined && expression !== command.expression,
          ),
        );
      case "hold":
        return void (await this.#client.call("hold", { on: command.on }));
      case "kill":
        return void (await this.#client.call("kill", {}));
      case "list":
        return this.#list();
      case "help":
        return this.#print(WATCH_HELP);
      case "quit":
        this.#left = true;
        return this.#client.close();
    }
  }

  async #act(id: number | undefined, action: HeldAction): Promise<void> {
    const held = id ?? (await this.#oldest());
    if (held === undefined) return this.#fail("no call is held");
    await this.#client.call("act", { id: held, action });
    // The next line of a script means the next call, also before this one is said to have gone.
    this.#held.delete(held);
  }

  /** The editor has the terminal meanwhile; what happens is printed when it has gone. */
  async #edit(id: number | undefined): Promise<void> {
    if (!process.stdin.isTTY) return this.#fail("an editor needs a terminal: answer TEXT answers without one");
    const call = this.#held.get(id ?? (await this.#oldest()) ?? -1);
    if (call === undefined) return this.#fail("no call is held");
    const { editHeld } = await import("./edit-held.ts");
    this.#waiting = [];
    this.#input?.pause();
    const action = await editHeld(call, this.#path);
    this.#input?.resume();
    const missed = this.#waiting;
    this.#waiting = undefined;
    this.#print(missed);
    if (typeof action === "string") return this.#fail(action);
    await this.#act(call.id, action);
  }

  async #change(id: number | undefined, change: BodyChange): Promise<void> {
    const call = this.#held.get(id ?? (await this.#oldest()) ?? -1);
    if (call === undefined) return this.#fail("no call is held");
    const half = call.actions.includes("edit-response") ? "edit-response" : "edit-request";
    await this.#act(call.id, { do: half, changes: [change] });
  }

  /** A person is told that there is none; a script waits for one. */
  async #oldest(): Promise<number | undefined> {
    while (this.#held.size === 0 && !process.stdin.isTTY && !this.#over)
      await new Promise<void>((resolve) => {
        this.#onHeld = resolve;
      });
    this.#onHeld = undefined;
    return [...this.#held.keys()].sort((a, b) => a - b)[0];
  }

  async #break(breakpoints: readonly LiveBreakpoint[]): Promise<void> {
    this.#breakpoints = await this.#client.call("breakpoints.set", { breakpoints });
  }

  #list(): void {
    const held = [...this.#held.values()].flatMap(heldLines);
    this.#print([
      this.#status,
      ...breakpointLines(this.#breakpoints),
      ...(held.length === 0 ? ["no call is held"] : held),
    ]);
  }

  #refused(error: unknown): void {
    this.#fail(errorMessage(error));
  }

  /** A person sees it and types another line; a script goes on, and is told at its end. What the run's end has overtaken is no failure. */
  #fail(words: string): void {
    tell(words);
    if (!process.stdin.isTTY && !this.#over) this.#failed = true;
  }

  #print(lines: readonly string[]): void {
    if (this.#waiting === undefined) for (const line of lines) void this.#output.line(line);
    else this.#waiting.push(...lines);
  }
}
