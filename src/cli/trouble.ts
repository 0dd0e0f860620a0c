import { sanitiseLines } from "../text/sanitise.ts";
import { VcrError } from "../trace/errors.ts";
import { EXIT } from "./exit-codes.ts";

/** A mistake in how a command was called, or a file that cannot be used: one or two lines, exit code 2. */
export class Trouble extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

const SYSTEM: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EACCES: "permission denied",
  EISDIR: "is a folder",
  ENOTDIR: "no such file",
  ENOSPC: "no space left",
  EMFILE: "too many open files",
};

/** Says what went wrong on stderr, never with a stack, and sets the exit code. Unknown errors keep their stack in VCR_DEBUG. */
export function report(error: unknown): void {
  process.exitCode = EXIT.trouble;
  tell(describe(error));
  const hint = error instanceof Trouble || error instanceof VcrError ? error.hint : undefined;
  if (hint) process.stderr.write(`     ${sanitiseLines(hint).join("\n     ")}\n`);
  if (process.env.VCR_DEBUG && error instanceof Error && error.stack) process.stderr.write(`${error.stack}\n`);
}

/** A word of ours on stderr. It may name files, and quote what stands in them. */
export function tell(text: string): void {
  process.stderr.write(`vcr: ${sanitiseLines(text).join("\n")}\n`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as { readonly code?: unknown; readonly path?: unknown };
  const words = typeof code === "string" ? SYSTEM[code] : undefined;
  return words !== undefined && typeof path === "string" ? `${path}: ${words}` : error.message;
}
