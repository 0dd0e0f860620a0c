import { sanitise } from "../../text/sanitise.ts";
import { liveOf, onOutput } from "../live/live-state.ts";
import { lineText, type OutputLine } from "../live/output-log.ts";
import type { State } from "../state.ts";

export interface OutputWindow {
  /** Labelled by who wrote it; sanitised. */
  readonly lines: readonly { readonly from: "out" | "err" | "vcr"; readonly text: string }[];
  /** Which part this is. */
  readonly note: string;
  /** The pane has the keys. */
  readonly active: boolean;
}

const LABELS: Readonly<Record<OutputLine["from"], "out" | "err" | "vcr">> = {
  stdout: "out",
  stderr: "err",
  vcr: "vcr",
};

/** The lines of the agent's output that are seen. */
export function outputWindow(state: State, height: number): OutputWindow {
  const live = liveOf(state);
  if (!live) return { lines: [], note: "", active: false };
  const { lines, dropped } = live.output;
  const last = Math.max(0, lines.length - height);
  const from = live.pane.top === null ? last : Math.min(Math.max(0, live.pane.top - dropped), last);
  const shown = lines.slice(from, from + height);
  const total = dropped + lines.length;
  const place = lines.length > height ? `${dropped + from + 1}-${dropped + from + shown.length} of ${total}` : "";
  return {
    lines: shown.map((line) => ({ from: LABELS[line.from], text: sanitise(lineText(line)) })),
    note: lines.length === 0 ? "nothing yet" : place,
    active: onOutput(state),
  };
}
