import { chmodSync, existsSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { pid, platform } from "node:process";
import { NOTICE, type Notice } from "./protocol.ts";
import { notificationLine } from "./rpc.ts";
import { ServerConnection } from "./server-connection.ts";
import { type Environment, newSocketPath } from "./socket-place.ts";
import { refuses, sweep } from "./sweep.ts";
import type { WatchedRun } from "./watched-run.ts";

/** Milliseconds that somebody who has connected may take to say hello when the run is over. */
const GREETING = 1000;

/** Sockets of this process so far: several runs may be in progress in one. */
let made = 0;

/** What lies there already was left behind by a dead process, or is served by one of another container with the same id. */
async function freePath(environment: Environment): Promise<string> {
  for (;;) {
    const path = newSocketPath(environment, pid, made++);
    if (platform === "win32" || !existsSync(path)) return path;
    if (!(await refuses(path))) continue;
    rmSync(path, { force: true });
    return path;
  }
}

/** Serves a run to whoever of this user connects. */
export class ControlServer {
  readonly path: string;
  readonly #run: WatchedRun;
  readonly #server: Server;
  readonly #connections = new Set<ServerConnection>();
  readonly #stopNotices: () => void;
  #watched = false;
  /** Somebody has watched, if only to go again. */
  #greeted = false;
  /** The run is over: who says hello from now on is told so too. */
  #over: Notice | undefined;
  /** Looks again whether everybody is there who was to come. */
  #lookAgain: () => void = () => {};

  /** @throws Error with words for people when there can be no socket */
  static async start(run: WatchedRun, environment: Environment): Promise<ControlServer> {
    const server = new ControlServer(run, await freePath(environment));
    await server.#listen();
    void sweep(environment);
    return server;
  }

  private constructor(run: WatchedRun, path: string) {
    this.path = path;
    this.#run = run;
    this.#server = createServer((socket) => {
      const connection = new ServerConnection(socket, run, () => this.#greet(connection));
      this.#connections.add(connection);
      socket.once("close", () => {
        this.#connections.delete(connection);
        this.#count();
        this.#lookAgain();
      });
    });
    this.#stopNotices = run.onNotice((notice) => this.#tell(notice));
  }

  get watchers(): number {
    return [...this.#connections].filter(({ watching }) => watching).length;
  }

  /**
   * Whoever is connected gets what was told before, the end of the run too where they have yet to say hello. `patience`:
   * milliseconds to wait for a first watcher that is sure to come, if none has been there. @default for nobody
   */
  async close({ patience = 0 }: { readonly patience?: number } = {}): Promise<void> {
    if (patience > 0) await this.#until(() => this.#greeted, patience);
    if (this.#over !== undefined) await this.#until(() => this.watchers === this.#connections.size, GREETING);
    this.#stopNotices();
    this.#server.close();
    await Promise.all([...this.#connections].map((connection) => connection.end()));
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.path, resolve);
    });
    this.#server.on("error", () => {});
    // The run keeps its process alive, not whoever may come.
    this.#server.unref();
    if (platform !== "win32") chmodSync(this.path, 0o600);
  }

  #until(met: () => boolean, patience: number): Promise<void> {
    if (met()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#lookAgain = () => {};
        resolve();
      };
      const timer = setTimeout(done, patience);
      this.#lookAgain = () => met() && done();
    });
  }

  #greet(connection: ServerConnection): void {
    this.#greeted = true;
    this.#count();
    if (this.#over !== undefined) connection.send(notificationLine(NOTICE, this.#over));
    this.#lookAgain();
  }

  #tell(notice: Notice): void {
    if (notice.type === "over") this.#over = notice;
    const watching = [...this.#connections].filter((connection) => connection.watching);
    if (watching.length === 0) return;
    const line = notificationLine(NOTICE, notice);
    for (const connection of watching) connection.send(line);
  }

  #count(): void {
    const watched = this.watchers > 0;
    if (watched === this.#watched) return;
    this.#watched = watched;
    this.#run.setWatched(watched);
  }
}
