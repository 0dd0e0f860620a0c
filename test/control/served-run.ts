import { onTestFinished } from "vitest";
import { ControlClient } from "../../src/control/control-client.ts";
import { ControlServer } from "../../src/control/control-server.ts";
import type { HeldAction, Hello, LiveBreakpoint, Notice, Who } from "../../src/control/protocol.ts";
import { PROTOCOL } from "../../src/control/protocol.ts";
import type { WatchedRun } from "../../src/control/watched-run.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** A run that holds call 1 and keeps what it is asked for. */
export class ServedRun implements WatchedRun {
  readonly asked: string[] = [];
  readonly #listeners = new Set<(notice: Notice) => void>();
  #breakpoints: readonly LiveBreakpoint[] = [];

  who(): Who {
    const run = { id: "1a2b3c4d5e6f", path: "/tmp/run.vcr" };
    return {
      protocol: PROTOCOL,
      pid: process.pid,
      mode: "record",
      run,
      argv: ["node", "a.mjs"],
      cwd: "/tmp",
      since: 1,
    };
  }

  hello(): Hello {
    const status = { agent: {}, live: 0, served: 0, rewrites: [], hold: false };
    return { ...this.who(), status, held: [], breakpoints: this.#breakpoints, output: [] };
  }

  setBreakpoints(breakpoints: readonly LiveBreakpoint[]): void {
    if (breakpoints.some(({ expression }) => expression === "(")) throw new Error("( is not closed");
    this.#breakpoints = breakpoints;
  }

  pause(): void {
    this.asked.push("pause");
  }

  act(id: number, action: HeldAction): void {
    if (id !== 1) throw new Error(`call ${id} is not held`);
    this.asked.push(`act ${JSON.stringify(action)}`);
  }

  actAll(action: HeldAction): number {
    this.asked.push(`all ${action.do}`);
    return 3;
  }

  setRewrite(index: number, on: boolean): void {
    this.asked.push(`rewrite ${index} ${on}`);
  }

  setHold(on: boolean): void {
    this.asked.push(`hold ${on}`);
  }

  setWatched(on: boolean): void {
    this.asked.push(`watched ${on}`);
  }

  kill(): void {
    this.asked.push("kill");
  }

  onNotice(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(notice: Notice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}

/** An environment whose sockets lie in a folder of this test's own. */
export function ownPlace(): { readonly XDG_RUNTIME_DIR: string; readonly TMPDIR: string } {
  return { XDG_RUNTIME_DIR: tempFolder(), TMPDIR: tempFolder() };
}

export async function served(run = new ServedRun(), environment: ReturnType<typeof ownPlace> = ownPlace()) {
  const server = await ControlServer.start(run, environment);
  onTestFinished(() => server.close());
  return { run, server, environment };
}

/** What a watcher is told, in its order, and how to wait for it. */
export class Told {
  readonly seen: string[] = [];
  readonly #waiting: { readonly word: string; done(): void }[] = [];

  add(word: string): void {
    this.seen.push(word);
    for (const { word: wanted, done } of this.#waiting) if (wanted === word) done();
  }

  until(word: string): Promise<void> {
    if (this.seen.includes(word)) return Promise.resolve();
    return new Promise((done) => this.#waiting.push({ word, done }));
  }
}

/** A client that watches; `told` has "hello", the types of notices, "gone". */
export async function watching(path: string): Promise<{ readonly client: ControlClient; readonly told: Told }> {
  const client = await ControlClient.connect(path);
  const told = watchingBy(client);
  await told.until("hello");
  return { client, told };
}

export function watchingBy(client: ControlClient): Told {
  onTestFinished(() => client.close());
  const told = new Told();
  client.watch({
    hello: () => told.add("hello"),
    notice: ({ type }) => told.add(type),
    gone: () => told.add("gone"),
  });
  return told;
}
