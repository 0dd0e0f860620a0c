import { field, isArray, isObject, type Json, text } from "../../json/json.ts";
import { preview } from "../../json/preview.ts";
import type { Run } from "../../run/run.ts";
import { shortId } from "../../run/short-id.ts";
import { formatBytes } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";

/** What stands above the events: format, id, when, command, meta, tags, parent, and what was changed. */
export function headerLines(run: Run): readonly string[] {
  const { header } = run;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["file", `${run.path} (${run.formatTitle}, ${formatBytes(run.progress.size)})`],
    ["id", header.id],
    ["title", header.title],
    [
      "recorded",
      header.created === undefined
        ? undefined
        : `${new Date(header.created).toISOString()}${header.by === undefined ? "" : ` by ${header.by}`}`,
    ],
    ["command", header.argv?.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : JSON.stringify(word))).join(" ")],
    ["folder", header.cwd],
    ["meta", header.meta && Object.keys(header.meta).length > 0 ? JSON.stringify(header.meta) : undefined],
    ["tags", header.tags && header.tags.length > 0 ? header.tags.join(", ") : undefined],
    ["parent", header.parent && parentText(header.parent)],
    ...(isArray(header.edits) ? header.edits : []).map((edit) => ["edit", editText(edit)] as const),
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [sanitise(`${name.padEnd(9)} ${value}`)]));
}

function parentText(parent: NonNullable<Run["header"]["parent"]>): string {
  const at = parent.at === undefined ? "" : ` at step ${parent.at}`;
  const { id, file } = parent;
  const of = id === undefined ? (file ?? "an unnamed run") : `${shortId(id)}${file === undefined ? "" : ` (${file})`}`;
  return `${parent.kind ?? "fork"} of ${of}${at}`;
}

/** As `--edit` or `--drop` would be given. */
function editText(edit: Json): string {
  const place = `${text(field(edit, "step")) ?? "?"}:${text(field(edit, "pointer")) ?? ""}`;
  const after = isObject(edit) ? edit.after : undefined;
  return after === undefined ? `${place} left out` : `${place} = ${preview(after)}`;
}
