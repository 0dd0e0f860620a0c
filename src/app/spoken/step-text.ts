import type { Run } from "../../run/run.ts";
import { sanitise } from "../../text/sanitise.ts";
import { pad } from "../../text/width.ts";
import { attemptWords } from "../attempts.ts";
import type { DocContext } from "../detail/context.ts";
import type { Doc } from "../detail/doc.ts";
import { documentOf } from "../detail/document-of.ts";
import type { Tab } from "../state.ts";

const WIDTH = 100;

/** One event whole, as lines: what the tabs of the detail pane hold, everything open. */
export function stepText(run: Run, i: number): readonly string[] {
  const row = run.row(i);
  const attempts = attemptWords(run, row).join(" · ");
  const title = `step ${row.step}  ${row.kind}  ${sanitise(row.name ?? "")}  ${row.status}${attempts && `  ${attempts}`}`;
  const tabs: readonly (readonly [Tab, string])[] =
    row.kind === "llm"
      ? [
          [3, "messages"],
          [1, "request"],
          [2, "response"],
        ]
      : row.kind === "tool"
        ? [[4, "tool"]]
        : [[0, "event"]];
  return [
    title,
    ...tabs.flatMap(([tab, name]) => ["", `${name}:`, ...docText(documentOf({ run, i, row, context: OPEN }, tab))]),
  ];
}

const OPEN: DocContext = { width: WIDTH, wrap: true, folds: allOpen(), unicode: true, highlight: null };

/** A fold table in which everything has been opened. */
function allOpen(): ReadonlyMap<string, boolean> {
  const open = new Map<string, boolean>();
  open.get = () => true;
  return open;
}

export function docText(doc: Doc): readonly string[] {
  const lines: string[] = [];
  for (let n = 0; n < doc.count; n++) {
    const row = doc.row(n);
    const text = row.spans.map((span) => span.text).join("");
    lines.push(`  ${pad(row.lead?.text ?? "", row.indent)}${text}`.trimEnd());
  }
  return lines;
}
