import type { Json } from "../../json/json.ts";

/** A value as it is given to an editor, and as it comes back. Lines at the top that begin with // are remarks. */

export function editorText(body: string, remarks: readonly string[]): string {
  return `${remarks.map((remark) => `// ${remark}\n`).join("")}${body}${body.endsWith("\n") ? "" : "\n"}`;
}

export function withoutRemarks(text: string): string {
  return text.replace(/^(?:[ \t]*\/\/[^\n]*(?:\n|$))+/, "");
}

export type EditedJson =
  | { readonly ok: true; readonly value: Json }
  /** "line 3, column 5: Expected ',' or '}' after property value" */
  | { readonly ok: false; readonly fault: string };

export function editedJson(text: string): EditedJson {
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    return { ok: false, fault: faultOf(text, error instanceof Error ? error.message : String(error)) };
  }
}

/** V8 names the offset; where it does not, the text has ended too soon. */
function faultOf(text: string, message: string): string {
  const [, words = message, at] = /^(.*?)(?: in JSON)?(?: at position (\d+).*)?$/s.exec(message) ?? [];
  const offset = at === undefined ? text.trimEnd().length : Number(at);
  const before = text.slice(0, offset).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${words}`;
}
