import { field, type JsonObject, number, text } from "../../json/json.ts";
import type { RowFields } from "../../trace/event.ts";
import { timeOf } from "../time-of.ts";
import { typeOf } from "./record.ts";

type Row = Partial<RowFields> & Pick<RowFields, "kind">;

/** The row of a record that is neither said to the model nor by it. What is not known stays, as a raw row. */
export function otherRow(record: JsonObject): Row {
  const type = typeOf(record);
  const subtype = text(field(record, "subtype"));
  if (type === "system") return systemRow(record, subtype);
  if (type === "summary") return { kind: "checkpoint", name: "summary" };
  if (type === "file-history-snapshot") {
    const at = timeOf(field(field(record, "snapshot"), "timestamp"));
    return { kind: "checkpoint", name: type, ...(at !== undefined && { at }) };
  }
  if (type === "progress") return progressRow(record);
  if (type === "result") return resultRow(record, subtype);
  return { kind: "raw", name: type };
}

function systemRow(record: JsonObject, subtype: string | undefined): Row {
  const name = subtype ?? "system";
  if (name.endsWith("compact_boundary")) return { kind: "checkpoint", name };
  if (name === "api_error") return errorRow(record);
  if (name.includes("hook")) return { kind: "node", name };
  const spoken = field(record, "message");
  if (subtype === undefined && spoken !== undefined && spoken !== null) return { kind: "message", name };
  return { kind: "raw", name };
}

function errorRow(record: JsonObject): Row {
  const httpStatus = number(field(field(record, "error"), "status"));
  return { kind: "error", name: "api_error", status: "error", ...(httpStatus !== undefined && { httpStatus }) };
}

function progressRow(record: JsonObject): Row {
  const data = field(record, "data");
  const what = text(field(data, "type")) ?? "progress";
  if (what.startsWith("hook")) return { kind: "node", name: text(field(data, "hookName")) ?? what };
  return { kind: "raw", name: what };
}

/** The last line of `claude -p --output-format stream-json`: cost and time of the whole run. */
function resultRow(record: JsonObject, subtype: string | undefined): Row {
  const cost = number(field(record, "total_cost_usd"));
  const failed = field(record, "is_error") === true;
  return {
    kind: failed ? "error" : "raw",
    name: `result ${subtype ?? ""}`.trim(),
    ...(failed && { status: "error" as const }),
    ...(cost !== undefined && { cost }),
  };
}
