import { field, type Json, type JsonObject, number, text } from "../../json/json.ts";
import type { RowFields } from "../../trace/event.ts";
import { blocksOf, textOf } from "./record.ts";

type Row = Partial<RowFields> & Pick<RowFields, "kind">;

const INTERRUPTED = "[Request interrupted by user";

/** The row of a record that the user, or Claude Code in the user's name, said to the model. */
export function userRow(record: JsonObject, blocks: readonly Json[]): Row {
  if (field(record, "isCompactSummary") === true) return { kind: "checkpoint", name: "compact summary" };
  if (textOf(blocks).startsWith(INTERRUPTED)) return { kind: "error", name: "interrupted", status: "error" };
  const role = text(field(field(record, "message"), "role")) ?? "user";
  return { kind: "message", name: field(record, "isMeta") === true ? "system" : role };
}

/** The row of an answer that Claude Code made up where the API gave none. */
export function syntheticRow(record: JsonObject): Row {
  const status = /API Error: (\d{3})\b/.exec(textOf(blocksOf(record)))?.[1];
  const httpStatus = number(field(record, "apiErrorStatus")) ?? (status === undefined ? undefined : Number(status));
  return {
    kind: "error",
    status: "error",
    name: field(record, "isApiErrorMessage") === true ? "API error" : "not from the model",
    ...(httpStatus !== undefined && { httpStatus }),
  };
}
