import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ControlServer } from "../../src/control/control-server.ts";
import { type Hello, type Notice, PROTOCOL, type Who } from "../../src/control/protocol.ts";
import type { WatchedRun } from "../../src/control/watched-run.ts";
import { installed } from "./program.ts";
import { BenchTerminal } from "./pty-job.ts";
import type { Report } from "./report.ts";
import { Samples } from "./samples.ts";

const STILL = "key to frame, watching a run at rest";
const STREAMING = "key to frame, 200 chunks a second streaming in";
const CHUNKS_A_SECOND = 200;
/** Shown nowhere else: its frame is known by it. */
const TYPED = "Ω";

/** Keys on the screen of a run that is being written: at rest, and while an answer streams in. */
export async function liveRows(root: string, keys: number): Promise<Report> {
  const program = installed(root);
  const report: Report = { rows: [], skipped: [] };
  if (program === undefined) return { rows: [], skipped: [{ job: STREAMING, why: "dist/ is not built" }] };
  const folder = mkdtempSync(join(tmpdir(), "vcr-bench-live-"));
  const environment = { XDG_RUNTIME_DIR: join(folder, "run"), TMPDIR: folder };
  mkdirSync(environment.XDG_RUNTIME_DIR, { mode: 0o700 });
  const run = new StreamedRun(join(folder, "run.vcr"));
  const server = await ControlServer.start(run, environment);
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const terminal = new BenchTerminal(["env", ...variables, ...program.command("attach")]);
  if (await terminal.until(() => terminal.output.includes("RECORDING"))) {
    await terminal.quiet();
    terminal.write(":");
    await terminal.quiet();
    const still = await pressed(terminal, keys);
    const stop = run.stream(CHUNKS_A_SECOND);
    const streaming = await pressed(terminal, keys);
    stop();
    report.rows.push({ job: STILL, unit: "ms", samples: still });
    report.rows.push({ job: STREAMING, unit: "ms", samples: streaming, yardstick: STILL, target: "a frame more" });
  } else report.skipped.push({ job: STREAMING, why: "the screen did not come" });
  await terminal.stop();
  await server.close();
  rmSync(folder, { recursive: true });
  program.remove();
  return report;
}

/** A character on the command line, and the key that takes it away. */
async function pressed(terminal: BenchTerminal, keys: number): Promise<Samples> {
  const samples = new Samples();
  for (let count = 0; count < keys; count += 1) {
    const from = terminal.output.length;
    const start = performance.now();
    terminal.write(TYPED);
    if (!(await terminal.until(() => terminal.output.includes(TYPED, from)))) break;
    samples.add(performance.now() - start);
    terminal.write("\u007f");
    await new Promise((done) => setTimeout(done, 40));
  }
  return samples;
}

/** One call in flight, whose answer comes as fast as is wanted. */
class StreamedRun implements WatchedRun {
  readonly #path: string;
  readonly #listeners = new Set<(notice: Notice) => void>();

  constructor(path: string) {
    this.#path = path;
    const request = {
      method: "POST",
      path: "/v1/chat/completions",
      body: { messages: [{ role: "user", content: "?" }] },
    };
    const call = { seq: 0, kind: "llm", name: "stub", provider: "openai", op: "chat", at: 1e12, request };
    writeFileSync(path, `${JSON.stringify({ vcr: 1, id: "1a2b3c4d" })}\n${JSON.stringify(call)}\n`);
  }

  /** Returns what stops it. */
  stream(aSecond: number): () => void {
    const begin = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - begin) / 1000) * aSecond);
      for (; sent < due; sent += 1)
        for (const listener of this.#listeners) listener({ type: "chunk", step: 0, text: `word ${sent} of many, ` });
    }, 5);
    return () => clearInterval(timer);
  }

  who(): Who {
    const run = { id: "1a2b3c4d", path: this.#path };
    return { protocol: PROTOCOL, pid: process.pid, mode: "record", run, argv: ["agent"], cwd: "/", since: 0 };
  }

  hello(): Hello {
    const status = { agent: {}, live: 1, served: 0, rewrites: [], hold: false };
    return { ...this.who(), status, held: [], breakpoints: [], output: [] };
  }

  onNotice(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  actAll(): number {
    return 0;
  }

  setBreakpoints(): void {}
  pause(): void {}
  act(): void {}
  setRewrite(): void {}
  setHold(): void {}
  setWatched(): void {}
  kill(): void {}
}
