import { chmodSync, existsSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { pid, platform } from "node:process";
import { NOTICE, type Notice } from "./protocol.ts";
import { notificationLine } from "./rpc.ts";
import { ServerConnection } from "./server-connection.ts";
import { type Environment, newSocketPath } from "./socket-place.ts";
import { refuses, sweep } from "./sweep.ts";
import type { WatchedRun } from "./watched-run.ts";

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
      const connection = new ServerConnection(socket, run, () => this.#count());
      this.#connections.add(connection);
      socket.once("close", () => {
        this.#connections.delete(connection);
        this.#count();
      });
    });
    this.#stopNotices = run.onNotice((notice) => this.#tell(notice));
  }

  get watchers(): number {
    return [...this.#connections].filter(({ watching }) => watching).length;
  }

  /** Whoever is connected gets what was told before. */
  async close(): Promise<void> {
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

  #tell(notice: Notice): void {
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
