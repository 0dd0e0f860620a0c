import { textPieces } from "../../diff/payload/text-pieces.ts";
import { sanitise } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import type { DocRow, DocSpan } from "./doc.ts";
import { line } from "./subject.ts";

/** Lines of a changed text that are shown. */
const MOST = 400;

const TOKENS = { same: "text", added: "diff.addedWord", removed: "diff.removedWord" } as const;

/** A changed text as lines, the words that went and the words that came marked where they stand. */
export function textDiffRows(
  before: string,
  after: string,
  { key, width, indent }: { readonly key: string; readonly width: number; readonly indent: number },
): readonly DocRow[] {
  const { pieces, notice } = textPieces(before, after);
  const lines: DocSpan[][] = [[]];
  for (const { op, text } of pieces) {
    text.split(/\r\n|\r|\n/).forEach((part, n) => {
      if (n > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ text: sanitise(part), token: TOKENS[op] });
    });
  }
  const wrapped = lines.slice(0, MOST).flatMap((spans) => wrapSpans(spans, Math.max(10, width - indent)));
  const rows = wrapped.map((spans, n) => line(`${key}/${n}`, spans, { indent, value: () => after }));
  const tail = [lines.length > MOST ? `${lines.length - MOST} more lines` : "", notice ?? ""];
  return [
    ...rows,
    ...tail.flatMap((text, n) =>
      text === "" ? [] : [line(`${key}/note ${n}`, [{ text, token: "text.dim" }], { indent })],
    ),
  ];
}

/** Wraps a line made of several pieces as if it were one text. */
function wrapSpans(spans: readonly DocSpan[], width: number): readonly (readonly DocSpan[])[] {
  const text = spans.map((span) => span.text).join("");
  let from = 0;
  return wrap(text, width).map((row) => {
    const said = row.trimStart();
    const at = text.indexOf(said, from);
    from = at + said.length;
    const hang = row.length - said.length;
    const own = between(spans, at, from);
    return hang > 0 ? [{ text: " ".repeat(hang), token: "text" }, ...own] : own;
  });
}

function between(spans: readonly DocSpan[], from: number, to: number): DocSpan[] {
  const cut: DocSpan[] = [];
  let start = 0;
  for (const { text, token } of spans) {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    if (part !== "") cut.push({ text: part, token });
    start += text.length;
  }
  return cut;
}
