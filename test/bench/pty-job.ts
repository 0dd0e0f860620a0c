import { spawn } from "@lydell/node-pty";

const SIZE = { cols: 200, rows: 60 };
/** What a modern terminal says about itself: synchronised output, and which one it is. */
const ANSWERS = [
  ["\u001b[?2026$p", "\u001b[?2026;2$y"],
  ["\u001b[c", "\u001b[?62;22c"],
] as const;
const QUIET_MS = 400;
/** A frame is one write; what a terminal driver splits arrives within this. */
const FRAME_MS = 25;
const PATIENCE_MS = 15_000;

export interface Started {
  /** Milliseconds from before the process was made to the marker; undefined when it never came. */
  readonly ms: number | undefined;
  readonly terminal: BenchTerminal;
}

/** A program in a pseudo-terminal, watched byte by byte. */
export class BenchTerminal {
  readonly #child: ReturnType<typeof spawn>;
  #output = "";
  #changed: () => void = () => {};
  ended = false;

  constructor(command: readonly string[], size = SIZE) {
    const { NODE_EXTRA_CA_CERTS: _certificates, ...rest } = process.env;
    const env = { ...rest, TERM: "xterm-256color", COLORTERM: "truecolor", CI: "" };
    const [file = "", ...args] = command;
    this.#child = spawn(file, args, { ...size, env });
    this.#child.onData((data) => {
      this.#output += data;
      for (const [question, answer] of ANSWERS) if (data.includes(question)) this.write(answer);
      this.#changed();
    });
    this.#child.onExit(() => {
      this.ended = true;
      this.#changed();
    });
  }

  get output(): string {
    return this.#output;
  }

  write(keys: string): void {
    this.#child.write(keys);
  }

  /** False when the program ended or took too long first. */
  until(holds: () => boolean): Promise<boolean> {
    return new Promise((done) => {
      const finish = (met: boolean): void => {
        clearTimeout(timer);
        this.#changed = () => {};
        done(met);
      };
      const timer = setTimeout(() => finish(false), PATIENCE_MS);
      this.#changed = () => {
        if (holds()) finish(true);
        else if (this.ended) finish(false);
      };
      this.#changed();
    });
  }

  /** Until nothing has been written for a while: whatever runs beside the keys is through. */
  async quiet(ms = QUIET_MS): Promise<void> {
    for (;;) {
      const before = this.#output.length;
      await new Promise((done) => setTimeout(done, ms));
      if (this.#output.length === before) return;
    }
  }

  async stop(): Promise<void> {
    if (!this.ended) this.#child.kill("SIGTERM");
    await this.until(() => this.ended);
  }
}

/** Starts `command` and waits for `marker` in what it writes. */
export async function timeTo(marker: string, command: readonly string[]): Promise<Started> {
  const start = performance.now();
  const terminal = new BenchTerminal(command);
  const seen = await terminal.until(() => terminal.output.includes(marker));
  return { ms: seen ? performance.now() - start : undefined, terminal };
}

/** Presses `key` and waits for what is painted then: milliseconds to its first byte, and all of its bytes. */
export async function timeKey(
  terminal: BenchTerminal,
  key: string,
): Promise<{ ms: number; bytes: number } | undefined> {
  const from = terminal.output.length;
  const start = performance.now();
  terminal.write(key);
  if (!(await terminal.until(() => terminal.output.length > from))) return undefined;
  const ms = performance.now() - start;
  await terminal.quiet(FRAME_MS);
  return { ms, bytes: Buffer.byteLength(terminal.output.slice(from)) };
}
