import type { PayloadOp } from "../../diff/payload/payload-diff.ts";
import type { Json } from "../../json/json.ts";
import { compact } from "../../run/rows/what.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { DocRow } from "./doc.ts";
import { line } from "./subject.ts";
import { textDiffRows } from "./text-diff-rows.ts";

/** One difference of two values: its place, and what stood and stands there. */
export function opRows(op: PayloadOp, key: string, width: number): readonly DocRow[] {
  const pointer = op.op === "removed" ? op.from : op.to;
  const name = { text: `${sanitise(pointer === "" ? "/" : pointer)} `, token: "json.key" };
  if (op.op === "changed" && typeof op.before === "string" && typeof op.after === "string")
    return [line(key, [name], { indent: 2 }), ...textDiffRows(op.before, op.after, { key, width, indent: 4 })];
  const [before, after] = [
    op.op === "added" || op.op === "moved" ? undefined : op.before,
    op.op === "removed" || op.op === "moved" ? undefined : op.after,
  ];
  return [
    line(
      key,
      [
        name,
        { text: shown(before, op.op === "moved" ? op.from : "absent"), token: "diff.removed" },
        { text: " → ", token: "text.dim" },
        { text: shown(after, op.op === "moved" ? op.to : "absent"), token: "diff.added" },
      ],
      { indent: 2, pointer, value: () => (op.op === "moved" ? op.value : (after ?? before)) },
    ),
  ];
}

function shown(value: Json | undefined, otherwise: string): string {
  return sanitise(value === undefined ? otherwise : compact(value));
}
