/** While the screen is ours nothing else may write on it: `console` and warnings of the process go to a callback. */
import { appendFileSync } from "node:fs";
import { format } from "node:util";

export interface LogEntry {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly text: string;
}

const LEVELS = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error", trace: "debug" } as const;
type Method = keyof typeof LEVELS;
const METHODS: readonly Method[] = ["debug", "log", "info", "warn", "error", "trace"];

/** Answers the function that gives `console` back. Entries also go to `file`, one line each, when it is given. */
export function captureConsole(take: (entry: LogEntry) => void, file: string | null): () => void {
  const log = (entry: LogEntry): void => {
    if (file !== null) appendLog(file, `${entry.level} ${entry.text}`);
    take(entry);
  };
  const originals = METHODS.map((method) => [method, console[method]] as const);
  for (const method of METHODS) {
    console[method] = (...values: unknown[]) => log({ level: LEVELS[method], text: format(...values) });
  }
  const listeners = process.listeners("warning");
  process.removeAllListeners("warning");
  const warn = (warning: Error): void => log({ level: "warn", text: `${warning.name}: ${warning.message}` });
  process.on("warning", warn);
  return () => {
    for (const [method, original] of originals) console[method] = original;
    process.off("warning", warn);
    for (const listener of listeners) process.on("warning", listener);
  };
}

/** Appends to a file that only its owner reads. A log that cannot be written is no reason to fail: false. */
export function appendLog(file: string, text: string): boolean {
  try {
    appendFileSync(file, `${new Date().toISOString()} ${text}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
