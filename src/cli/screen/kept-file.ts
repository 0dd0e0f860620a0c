import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Annotations, isEmpty, keptForm } from "../../app/annotations.ts";
import { isTab, type Tab } from "../../app/state.ts";
import { field, isArray, isObject, type Json, type JsonObject, parse } from "../../json/json.ts";
import type { Run } from "../../run/run.ts";
import type { Breakpoint } from "../../time/breakpoint.ts";
import { makeFolder } from "../../trace/make-folder.ts";
import { shownMasker } from "../files/shown-file.ts";
import { stateFolder } from "../settings/user-folders.ts";

/**
 * What comes back when a run is opened again. Marks, notes, breakpoints and the draft of a fork lie beside a native run
 * (`RUN.notes.json`, written only when there are any), everything else, and all of it for files of other tools, in the user's state folder.
 */
export interface Kept {
  readonly annotations: Annotations;
  /** The draft of a fork of it, as `keptDraft` made it. */
  readonly draft?: JsonObject | undefined;
  readonly view: KeptView;
}

export interface KeptView {
  readonly step?: string;
  readonly filter?: string;
  readonly tab?: Tab;
  readonly folds?: ReadonlyMap<string, boolean>;
}

/** Folds kept of one run; the newest. */
const FOLDS = 500;

/** `number` counts the runs of a file from 0, here and below. */
export function loadKept(run: Run, number: number): Kept {
  const view = readJson(viewFile(run, number));
  const notes = readJson(notesFile(run, number));
  const draft = field(notes, "draft");
  return { annotations: annotationsOf(notes), ...(isObject(draft) && { draft }), view: viewOf(view) };
}

/** @throws a system error */
export function keepNotes(run: Run, number: number, { annotations, draft }: Omit<Kept, "view">): void {
  const file = notesFile(run, number);
  if (isEmpty(annotations) && !draft) rmSync(file, { force: true });
  else writeJson(file, { vcrNotes: 1, ...keptForm(annotations), ...(draft && { draft }) });
}

export function keepView(run: Run, number: number, view: KeptView): void {
  const { folds, ...rest } = view;
  writeJson(viewFile(run, number), { ...rest, folds: [...(folds ?? [])].slice(-FOLDS) });
}

function notesFile(run: Run, number: number): string {
  if (run.format !== "vcr") return stateFile(run, number, "notes");
  return number === 0 ? `${run.path}.notes.json` : `${run.path}.${number + 1}.notes.json`;
}

function viewFile(run: Run, number: number): string {
  return stateFile(run, number, "view");
}

/** One file for each run, named after where it lies. */
function stateFile(run: Run, number: number, kind: "notes" | "view"): string {
  const name = createHash("sha256")
    .update(resolve(run.path))
    .update(`#${run.header.id ?? ""}#${number}`)
    .digest("hex")
    .slice(0, 24);
  return join(stateFolder(), kind, `${name}.json`);
}

function readJson(file: string): Json | undefined {
  try {
    return parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Written whole or not at all, and without the secrets that somebody may have typed. @throws a system error */
function writeJson(file: string, value: unknown): void {
  makeFolder(dirname(file));
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, `${shownMasker().text(JSON.stringify(value, null, 1))}\n`, { mode: 0o600 });
  renameSync(partial, file);
}

function annotationsOf(kept: Json | undefined): Annotations {
  const { marks, notes, breakpoints } = isObject(kept) ? kept : {};
  return {
    marks: new Set(isArray(marks) ? marks.filter((step) => typeof step === "string") : []),
    notes: new Map(
      isObject(notes)
        ? Object.entries(notes).flatMap(([step, text]) => (typeof text === "string" ? [[step, text] as const] : []))
        : [],
    ),
    breakpoints: isArray(breakpoints) ? breakpoints.flatMap(breakpointOf) : [],
  };
}

function breakpointOf(kept: Json, index: number): readonly Breakpoint[] {
  if (!isObject(kept) || !isObject(kept.at)) return [];
  const { step, filter } = kept.at;
  const at = typeof step === "string" ? { step } : typeof filter === "string" ? { filter } : undefined;
  return at ? [{ id: index + 1, at, on: kept.on !== false }] : [];
}

function viewOf(kept: Json | undefined): KeptView {
  if (!isObject(kept)) return {};
  const { step, filter, tab, folds } = kept;
  return {
    ...(typeof step === "string" && { step }),
    ...(typeof filter === "string" && { filter }),
    ...(isTab(tab) && { tab }),
    folds: new Map(
      isArray(folds)
        ? folds.flatMap((fold) =>
            isArray(fold) && typeof fold[0] === "string" && typeof fold[1] === "boolean"
              ? [[fold[0], fold[1]] as const]
              : [],
          )
        : [],
    ),
  };
}
