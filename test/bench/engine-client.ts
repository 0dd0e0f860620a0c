import { type ChildProcess, spawn } from "node:child_process";
import { Agent, request as ask, type IncomingMessage } from "node:http";
import { CHAT_PATH } from "./engine-requests.ts";

/** A server of the engine's jobs in a process of its own, and a client that keeps its connections to it. */
export class EngineServer {
  readonly #child: ChildProcess;
  readonly #agent = new Agent({ keepAlive: true });
  readonly url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(script: string, args: readonly string[]): Promise<EngineServer> {
    const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
    const child = spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "inherit"], env });
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout?.once("data", (text: Buffer) => resolve(String(text).trim()));
      child.once("exit", () => reject(new Error(`the server "${args[0]}" did not start`)));
    });
    return new EngineServer(child, url);
  }

  /** Milliseconds from before the request to behind the last byte of its answer. */
  async call(body: string | Buffer): Promise<number> {
    const start = performance.now();
    const answer = await this.#ask(body, {});
    await new Promise<void>((done) => answer.resume().on("end", done));
    return performance.now() - start;
  }

  /** Milliseconds by which each of `frames` pieces of a stream came after it was written. */
  async lags(body: string, frames: number): Promise<number[]> {
    const answer = await this.#ask(body, { "x-bench-frames": String(frames) });
    const lags: number[] = [];
    answer.on("data", (bytes: Buffer) => {
      const now = process.hrtime.bigint();
      for (const [, written = "0"] of String(bytes).matchAll(/"content":"(\d+)"/g))
        lags.push(Number(now - BigInt(written)) / 1e6);
    });
    await new Promise<void>((done) => answer.on("end", done));
    return lags;
  }

  /** Ends when the process has ended. */
  async stop(): Promise<void> {
    this.#agent.destroy();
    this.#child.stdin?.end();
    if (this.#child.exitCode === null) await new Promise((done) => this.#child.once("exit", done));
  }

  #ask(body: string | Buffer, more: Readonly<Record<string, string>>): Promise<IncomingMessage> {
    const bytes = Buffer.from(body);
    const headers = {
      "content-type": "application/json",
      "content-length": bytes.length,
      authorization: "Bearer bench-openai-4f9a1c0e7b2d800",
      ...more,
    };
    return new Promise((resolve, reject) => {
      const outgoing = ask(`${this.url}${CHAT_PATH}`, { method: "POST", agent: this.#agent, headers }, (answer) => {
        if (answer.statusCode === 200) resolve(answer);
        else reject(new Error(`${this.url} answered ${answer.statusCode}`));
      });
      outgoing.on("error", reject);
      outgoing.end(bytes);
    });
  }
}
