import { type Json, parse } from "../../json/json.ts";
import { jsonFault } from "../../json/json-fault.ts";

/** A value as it is given to an editor, and as it comes back. Lines at the top that begin with // are remarks. */

export function editorText(body: string, remarks: readonly string[]): string {
  return `${remarks.map((remark) => `// ${remark}\n`).join("")}${body}${body.endsWith("\n") ? "" : "\n"}`;
}

export function withoutRemarks(text: string): string {
  return text.replace(/^(?:[ \t]*\/\/[^\n]*(?:\n|$))+/, "");
}

export type EditedJson =
  | { readonly ok: true; readonly value: Json }
  /** "line 3, column 5: expected , or }" */
  | { readonly ok: false; readonly fault: string };

export function editedJson(text: string): EditedJson {
  const value = parse(text);
  if (value !== undefined) return { ok: true, value };
  const { at, message } = jsonFault(text) ?? { at: 0, message: "no JSON" };
  const before = text.slice(0, at).split("\n");
  return { ok: false, fault: `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${message}` };
}
