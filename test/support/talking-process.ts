import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { CLI } from "./installed-cli.ts";
import { ownHome } from "./own-home.ts";
import type { Ran } from "./record-cli.ts";

/** Less than a test has, so that what was said can be seen. Milliseconds. */
const WATCHDOG = 60_000;

/** The program with pipes, while it runs: what it has said so far, and a line to its stdin. */
export class TalkingProcess {
  readonly ended: Promise<Ran>;
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  stdout = "";
  stderr = "";
  #check = (): void => {};

  constructor(args: readonly string[], options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
    const env = { PATH: process.env.PATH, ...ownHome(), LANG: "C.UTF-8", ...options.env };
    const child = spawn(process.execPath, [CLI, ...args], { cwd: options.cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    this.child = child;
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      this.stdout += piece;
      this.#check();
    });
    child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      this.stderr += piece;
      this.#check();
    });
    child.stdin.on("error", () => {});
    this.ended = new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, stdout: this.stdout, stderr: this.stderr }));
    });
    onTestFinished(() => void child.kill("SIGKILL"));
  }

  /** Resolves when it has said this, on either way. Rejects with all that it has said when it ends without, or waits too long. */
  says(words: string): Promise<void> {
    const said = new Promise<void>((resolve, reject) => {
      const fail = (why: string): void =>
        reject(new Error(`waiting for ${JSON.stringify(words)}: ${why}\n${this.stdout}\n-- stderr --\n${this.stderr}`));
      const timer = setTimeout(() => fail(`nothing for ${WATCHDOG / 1000} s`), WATCHDOG);
      this.#check = () => {
        if (!this.stdout.includes(words) && !this.stderr.includes(words)) return;
        clearTimeout(timer);
        resolve();
      };
      this.#check();
      this.child.once("close", () => {
        clearTimeout(timer);
        fail("it has ended");
      });
    });
    // It may end when its test has, and nobody waits any more.
    said.catch(() => undefined);
    return said;
  }

  line(text: string): void {
    this.child.stdin.write(`${text}\n`);
  }
}
