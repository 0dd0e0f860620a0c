import type { State } from "../state.ts";
import type { Doc } from "./doc.ts";
import { docFor } from "./doc-for.ts";
import { cursorLine, toLine } from "./move.ts";

/** Lines that `zR` opens in one go at most: a huge body stays usable. */
const MOST_OPENED = 5000;

export function toggleFold(state: State): State {
  const doc = docFor(state);
  if (doc.count === 0) return state;
  const row = doc.row(cursorLine(state, doc));
  return row.fold === undefined ? state : setFold(state, row.key, row.fold === "closed");
}

/** Opens or closes at the cursor; closing on a line that has nothing to close goes to the line that holds it. Undefined: nothing to do. */
export function foldAt(state: State, to: "open" | "close"): State | undefined {
  const doc = docFor(state);
  if (doc.count === 0) return undefined;
  const n = cursorLine(state, doc);
  const row = doc.row(n);
  if (to === "open") {
    if (row.fold === "closed") return setFold(state, row.key, true);
    return row.fold === "open" && n + 1 < doc.count ? toLine(state, doc, n + 1) : undefined;
  }
  if (row.fold === "open") return setFold(state, row.key, false);
  const holder = holderOf(doc, n);
  return holder < 0 ? undefined : toLine(state, doc, holder);
}

/** The nearest line above that is open and stands further left. */
function holderOf(doc: Doc, n: number): number {
  const { indent } = doc.row(n);
  for (let at = n - 1; at >= 0; at--) {
    const row = doc.row(at);
    if (row.indent < indent && row.fold === "open") return at;
    if (row.heading) return -1;
  }
  return -1;
}

/** Every fold below the cursor's line, opened level by level or closed. */
export function foldDeep(state: State, open: boolean): State {
  const doc = docFor(state);
  if (doc.count === 0) return state;
  const { key, indent } = doc.row(cursorLine(state, doc));
  return sweep(setFold(state, key, open), open, (rows, n) => {
    const start = rows.find(key);
    if (n < start) return false;
    for (let at = start + 1; at <= n; at++) if (rows.row(at).indent <= indent) return false;
    return true;
  });
}

export function foldAll(state: State, open: boolean): State {
  return sweep(state, open, () => true);
}

/** Opening shows lines that fold in their turn, so it is repeated until nothing changes. */
function sweep(state: State, open: boolean, inside: (doc: Doc, n: number) => boolean): State {
  let current = state;
  for (;;) {
    const doc = docFor(current);
    const folds = new Map(current.detail.folds);
    let changed = 0;
    for (let n = 0; n < doc.count && n < MOST_OPENED; n++) {
      const row = doc.row(n);
      if (row.fold !== (open ? "closed" : "open") || !inside(doc, n)) continue;
      folds.set(row.key, open);
      changed++;
    }
    if (changed === 0) return current;
    current = { ...current, detail: { ...current.detail, folds } };
  }
}

function setFold(state: State, key: string, open: boolean): State {
  const folds = new Map(state.detail.folds).set(key, open);
  return { ...state, detail: { ...state.detail, folds, cursor: key } };
}
