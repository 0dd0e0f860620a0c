import { sanitiseLines } from "../text/sanitise.ts";
import { errorWords } from "./error-words.ts";
import { EXIT } from "./exit-codes.ts";

/** A mistake in how a command was called, or a file that cannot be used: one or two lines, exit code 2. */
export class Trouble extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** Says what went wrong on stderr, never with a stack, and sets the exit code. Unknown errors keep their stack in VCR_DEBUG. */
export function report(error: unknown): void {
  process.exitCode = EXIT.trouble;
  const { message, hint } = errorWords(error);
  tell(message);
  if (hint) process.stderr.write(`     ${sanitiseLines(hint).join("\n     ")}\n`);
  if (process.env.VCR_DEBUG && error instanceof Error && error.stack) process.stderr.write(`${error.stack}\n`);
}

/** A word of ours on stderr. It may name files, and quote what stands in them. */
export function tell(text: string): void {
  process.stderr.write(`vcr: ${sanitiseLines(text).join("\n")}\n`);
}
