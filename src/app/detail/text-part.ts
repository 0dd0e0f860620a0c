import { sanitiseLines } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import type { DocContext } from "./context.ts";
import type { DocRow, DocSpan } from "./doc.ts";

/** Lines of one text shown before it is cut with a notice: `v` opens the whole. */
const LINES = 20_000;

/** A text as rows: sanitised, wrapped to the width left beside `indent`. */
export function textRows(
  text: string,
  key: string,
  options: { readonly context: DocContext; readonly indent: number; readonly token: string },
): DocRow[] {
  const { context, indent, token } = options;
  const rows: DocRow[] = [];
  for (const line of sanitiseLines(text)) {
    if (rows.length >= LINES) {
      rows.push({
        key: `${key}.cut`,
        indent,
        spans: [{ text: `… ${text.length} characters in all: v opens them`, token: "text.dim" }],
      });
      break;
    }
    const pieces = context.wrap ? wrap(line, Math.max(10, context.width - indent)) : [line];
    for (const piece of pieces.length > 0 ? pieces : [""])
      rows.push({ key: `${key}.${rows.length}`, indent, spans: [{ text: piece, token }], value: () => text });
  }
  return rows;
}

/** ``` fences in a text: prose and code in turn. An open fence runs to the end. */
export function fencedParts(
  text: string,
): readonly { readonly code: boolean; readonly language: string; readonly text: string }[] {
  const parts: { code: boolean; language: string; lines: string[] }[] = [{ code: false, language: "", lines: [] }];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const current = parts.at(-1)!;
    const fence = /^\s*(?:```|~~~)\s*([\w+#.-]*)/.exec(line);
    if (!fence) current.lines.push(line);
    else if (current.code) parts.push({ code: false, language: "", lines: [] });
    else parts.push({ code: true, language: fence[1]!, lines: [] });
  }
  return parts
    .filter((part, i) => part.code || part.lines.length > 0 || i === 0)
    .map(({ code, language, lines }) => ({ code, language, text: lines.join("\n") }));
}

/** Code lines; coloured when somebody looks at them, not before. */
export function codeRows(
  code: string,
  key: string,
  options: { readonly context: DocContext; readonly indent: number; readonly language: string },
): DocRow[] {
  const { context, indent, language } = options;
  const lines = sanitiseLines(code);
  let coloured: readonly (readonly DocSpan[])[] | undefined;
  const spansOf = (n: number): readonly DocSpan[] => {
    coloured ??=
      context.highlight && language !== ""
        ? context.highlight(lines, language)
        : lines.map((text) => [{ text, token: "code.plain" }]);
    return coloured[n] ?? [];
  };
  return lines.map((_, n) => ({
    key: `${key}.${n}`,
    indent: indent + 2,
    get spans() {
      return spansOf(n);
    },
    value: () => code,
  }));
}
