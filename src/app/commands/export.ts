import { type Command, type CommandResult, PANES } from "../command.ts";
import type { Effect } from "../effect.ts";
import { EXPORTS, type ExportKind, exportText } from "../export/export-text.ts";
import { unfoldedOf } from "../narrowing/visible.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";

/** `export WHAT FILE`: FILE must not exist; `export! ` is not offered: a recording tool never overwrites. */
function exportTo(state: State, argument = ""): CommandResult {
  const [, what = "", file = ""] = /^(\S+)\s*(.*)$/s.exec(argument.trim()) ?? [];
  const kind = EXPORTS.find((each) => each === what);
  if (!kind) return toast(state, `export takes ${EXPORTS.join(", ")} and a file`, "warning");
  if (file === "") return toast(state, "export to which file?", "warning");
  return kind === "shown" ? writeShown(state, file) : writeOne(state, kind, file);
}

function writeOne(state: State, kind: Exclude<ExportKind, "shown">, file: string): CommandResult {
  const made = exportText(state, kind);
  if ("problem" in made) return toast(state, made.problem, "warning");
  return { state, effects: [{ type: "write", file, text: made.text }] };
}

/** Shown events as a run of their own; a derived tool call comes along with its model call, folded attempts with the last one. */
function writeShown(state: State, file: string): CommandResult {
  if (file === "") return toast(state, "write to which file?", "warning");
  const visible = unfoldedOf(state);
  const steps = new Set<number>();
  for (let n = 0; n < visible.count; n++) steps.add(state.run.row(visible.at(n)).seq);
  const effect: Effect = { type: "write-run", file, steps: [...steps] };
  return { state, effects: [effect] };
}

export const EXPORT: readonly Command[] = [
  {
    id: "export",
    keys: [],
    contexts: PANES,
    title: `Export to a file: ${EXPORTS.join(", ")}`,
    group: "Copy and open",
    line: ["export"],
    argument: "WHAT FILE",
    run: (s, a) => exportTo(s, a.argument),
  },
  {
    id: "write",
    keys: [],
    contexts: PANES,
    title: "Write the shown events to a .vcr file",
    group: "Copy and open",
    line: ["w", "write"],
    argument: "FILE",
    run: (s, a) => writeShown(s, a.argument?.trim() ?? ""),
  },
];
