import { expect, test } from "vitest";
import { type DocLineRow, docLines } from "../../components/doc-lines.ts";
import { LOOK, PLAIN_LOOK, show, widths } from "./show.ts";

const text = (words: string) => [{ text: words, token: "text" }];
const document: readonly DocLineRow[] = [
  { indent: 0, heading: true, spans: [{ text: "new in this request", token: "heading" }] },
  { indent: 11, lead: { text: "tool search", token: "role.tool" }, fold: "closed", spans: text('{"error":"timeout"}') },
  { indent: 11, lead: { text: "assistant", token: "role.assistant" }, spans: text("I could not find the fare") },
  { indent: 0, heading: true, fold: "closed", spans: text("usage") },
];
const rows = { count: document.length, row: (at: number) => document[at] ?? { indent: 0, spans: [] } };

test("headings have a rule, leads stand in the indentation, folds have marks", () => {
  const lines = docLines({ look: LOOK, rows, from: 0, height: 5, cursor: 2, active: true }, 36);
  expect(widths(lines)).toEqual([36]);
  expect(show(lines)).toMatchInlineSnapshot(`
    " ── new in this request ────────────|
     tool search ▸ {"error":"timeout"}  |
    ▶assistant  I could not find the fa…|
     ▸ usage ───────────────────────────|
                                        |"
  `);
});

test("in ASCII", () => {
  expect(show(docLines({ look: PLAIN_LOOK, rows, from: 0, height: 4, cursor: 0 }, 30))).toMatchInlineSnapshot(`
    ">-- new in this request ------|
     tool search + {"error":"time~|
     assistant  I could not find ~|
     + usage ---------------------|"
  `);
});

test("the cursor's row is inverse where the keys go, else bold", () => {
  const props = { look: LOOK, rows, from: 2, height: 1, cursor: 2 };
  expect(docLines({ ...props, active: true }, 30)[0]?.every((span) => span.style.inverse)).toBe(true);
  expect(docLines(props, 30)[0]?.every((span) => span.style.bold && !span.style.inverse)).toBe(true);
});

test("a window outside the document is blank", () => {
  expect(show(docLines({ look: LOOK, rows, from: 4, height: 2 }, 4))).toBe("    |\n    |");
});

test("scrolled sideways, headings stay", () => {
  const lines = docLines({ look: LOOK, rows, from: 0, height: 3, left: 11 }, 20);
  expect(show(lines)).toMatchInlineSnapshot(`
    " ── new in this req…|
      ▸ {"error":"timeou|
     I could not find th|"
  `);
});

test("matches are marked", () => {
  const matches = (line: string) => [{ from: line.indexOf("fare"), to: line.indexOf("fare") + 4 }];
  const [line] = docLines({ look: LOOK, rows, from: 2, height: 1, matches }, 60);
  expect(line?.filter((span) => span.style.underline).map((span) => span.text)).toEqual(["fare"]);
});

test("hostile text is made visible", () => {
  const hostile = { count: 1, row: () => ({ indent: 0, spans: text("a\x1b[2J\u202eb") }) };
  expect(show(docLines({ look: LOOK, rows: hostile, from: 0, height: 1 }, 20))).toBe(" a␛[2J\\u202eb       |");
});
