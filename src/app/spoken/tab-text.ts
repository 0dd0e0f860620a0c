import type { DocContext } from "../detail/context.ts";
import { documentOf } from "../detail/document-of.ts";
import { selectedIndex } from "../narrowing/visible.ts";
import { tabsOf } from "../selectors/tabs.ts";
import type { State } from "../state.ts";
import { docText } from "./step-text.ts";

const WIDTH = 100;
/** Lines of one tab at most: what is longer is for the pager. */
const MOST = 2000;

/** The tab in view with its name, as lines; folded as it is on the screen. */
export function tabText(state: State): readonly string[] {
  const { run, detail } = state;
  const i = selectedIndex(state);
  if (i < 0) return ["no event is selected"];
  const context: DocContext = { width: WIDTH, wrap: true, folds: detail.folds, unicode: false, highlight: null };
  const { list, selected } = tabsOf(state);
  const name = list[selected]?.title ?? "Digest";
  const lines = docText(documentOf({ run, i, row: run.row(i), context }, detail.tab));
  const more = lines.length > MOST ? [`and ${lines.length - MOST} more lines (open.pager shows all)`] : [];
  return [`${name} of step ${run.row(i).step}:`, ...lines.slice(0, MOST), ...more];
}
