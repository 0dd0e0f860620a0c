import type { HeldCall } from "../../control/protocol.ts";
import type { Prices } from "../../stats/prices.ts";
import type { CodeHighlighter } from "../../text/highlight-code.ts";

/** What turns content into lines, besides the content itself. */
export interface DocContext {
  /** Cells a line has. */
  readonly width: number;
  readonly wrap: boolean;
  /** Opened and closed by hand; what is not in it stands as the document says. */
  readonly folds: ReadonlyMap<string, boolean>;
  readonly unicode: boolean;
  /** There once it has been loaded; code is plain until then. */
  readonly highlight: CodeHighlighter | null;
  /** @default only costs stored in the file */
  readonly prices?: Prices;
  /** Text of the answer that has arrived so far, while the call is in flight. */
  readonly stream?: string;
  /** The selected call stands still. */
  readonly held?: Pick<HeldCall, "row" | "phase" | "reason">;
}

export function isOpen(context: DocContext, key: string, usually: boolean): boolean {
  return context.folds.get(key) ?? usually;
}
