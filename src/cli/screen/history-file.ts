import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PromptKind, State } from "../../app/state.ts";
import { isArray, isObject, parse } from "../../json/json.ts";
import { makeFolder } from "../../trace/make-folder.ts";
import { stateFolder } from "../settings/user-folders.ts";

/** Lines kept of each kind. */
const KEPT = 200;

function historyFile(): string {
  return join(stateFolder(), "history.json");
}

/** What was typed in earlier sessions, oldest first; empty when there is none or it cannot be read. */
export function loadHistories(): State["histories"] {
  let kept: unknown;
  try {
    kept = parse(readFileSync(historyFile(), "utf8"));
  } catch {
    kept = undefined;
  }
  const lines = (kind: PromptKind): readonly string[] => {
    const list = isObject(kept) ? kept[kind] : undefined;
    return isArray(list) ? list.filter((line) => typeof line === "string").slice(-KEPT) : [];
  };
  return {
    filter: lines("filter"),
    search: lines("search"),
    command: lines("command"),
    note: lines("note"),
    breakpoint: lines("breakpoint"),
    runs: lines("runs"),
    answer: lines("answer"),
    // What values are edited to may be private: it is not kept.
    draft: [],
  };
}

/** Keeps a line for later sessions. A folder that cannot be written costs the history, nothing else. */
export function rememberLine(kind: PromptKind, text: string): void {
  const histories = loadHistories();
  const next = { ...histories, [kind]: [...histories[kind].filter((line) => line !== text), text].slice(-KEPT) };
  const file = historyFile();
  try {
    makeFolder(dirname(file));
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(next), { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // Without a state folder the history lasts as long as the program.
  }
}
