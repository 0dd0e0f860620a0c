import { spawn } from "node:child_process";
import { bodyChanges } from "../../app/live/body-changes.ts";
import { editedJson, editorText, withoutRemarks } from "../../app/live/edit-text.ts";
import { EDIT_REMARKS } from "../../app/live/editing.ts";
import { editablePart, heldValue, valueText } from "../../app/live/held-value.ts";
import type { EditedPart } from "../../app/live/live-state.ts";
import type { HeldAction, HeldCall } from "../../control/protocol.ts";
import { readAll } from "../../run/drive.ts";
import { openFile } from "../../run/open-file.ts";
import { openExternal } from "../../terminal/external.ts";
import type { ChildEnd } from "../../terminal/session.ts";

/**
 * Opens the user's editor on a held call: its request before it goes out, its answer before the agent gets it, a result
 * that is missing. Answers what comes of it; text: why nothing does.
 */
export async function editHeld(call: HeldCall, path: string | undefined): Promise<HeldAction | string> {
  const what = editablePart(call);
  if (what === undefined) return `nothing of held call ${call.id} can be edited: ${call.actions.join(", ")}`;
  const before = await partValue(call, what, path);
  if (before === undefined) return `step ${call.row} is not in the file of the run`;
  const text = valueText(before, what);
  let shown = text;
  let remarks = EDIT_REMARKS[what];
  for (;;) {
    const left = await edited(shown, what === "result" ? undefined : remarks);
    if (left === undefined) return "the editor failed: the call is still held";
    if (left.trim() === shown.trim()) return "nothing was changed: the call is still held";
    if (what === "result") return { do: "answer", body: left.replace(/\n$/, "") };
    const read = editedJson(left);
    if (read.ok) {
      const changes = bodyChanges(before, read.value);
      if (changes.length === 0) return "nothing was changed: the call is still held";
      return what === "request" ? { do: "edit-request", changes } : { do: "edit-response", changes };
    }
    shown = left;
    remarks = [`NOT SENT, this is no JSON: ${read.fault}`, ...EDIT_REMARKS[what]];
  }
}

async function partValue(call: HeldCall, what: EditedPart, path: string | undefined) {
  if (what === "result") return call.template ?? "";
  if (path === undefined) return undefined;
  const file = await openFile(path);
  try {
    await readAll(file);
    const [run] = file.runs;
    return run && heldValue(run, call, what);
  } finally {
    file.close();
  }
}

/** What the editor leaves; undefined: it failed. */
async function edited(text: string, remarks: readonly string[] | undefined): Promise<string | undefined> {
  const shown = remarks === undefined ? text : editorText(text, remarks);
  const extension = remarks === undefined ? "txt" : "jsonc";
  const end = await openExternal({ handOver }, { program: "editor", text: shown, extension }, process.env);
  return end.text === null ? undefined : remarks === undefined ? end.text : withoutRemarks(end.text);
}

function handOver(command: string, args: readonly string[]): Promise<ChildEnd> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit" });
    child.once("error", (error) => resolve({ code: null, signal: null, error }));
    child.once("exit", (code, signal) => resolve({ code, signal, error: null }));
  });
}
