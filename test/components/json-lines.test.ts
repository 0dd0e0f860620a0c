import { expect, test } from "vitest";
import { jsonLines } from "../../components/json-lines.ts";
import { NO_FOLDS, setOpen } from "../../src/json/folds.ts";
import type { Json } from "../../src/json/json.ts";
import { jsonRows } from "../../src/json/rows.ts";
import { LOOK, show, widths } from "./show.ts";

const value: Json = {
  model: "gpt-5",
  messages: [
    { role: "user", content: "漢字 and\ttabs" },
    { role: "assistant", content: null, tool_calls: [{ id: "c1", arguments: '{"city":"Oslo"}' }] },
  ],
  system: "line one\nline two\x1b[2J",
  none: {},
};

test("a tree with folds, sizes and a cursor", () => {
  const rows = jsonRows(value, NO_FOLDS);
  const lines = jsonLines({ look: LOOK, rows, from: 0, height: rows.count, cursor: 1, active: true }, 60);
  expect(widths(lines)).toEqual([60]);
  expect(show(lines)).toMatchInlineSnapshot(`
    " ▾ {                                                        |
    ▶    model: "gpt-5"                                         |
       ▾ messages: [                                            |
         ▾ 0: {                                                 |
             role: "user"                                       |
             content: "漢字 and\\ttabs"                          |
           }                                                    |
         ▸ 1: {role: "assistant", content: null, tool_calls: [1…|
         ]                                                      |
       ▸ system: "line one\\nline two\\u001b[2J"  21 B, 2 lines   |
         none: {}                                               |
       }                                                        |"
  `);
});

test("strings opened as text and as JSON", () => {
  const folds = [
    "/system",
    "/messages/1",
    "/messages/1/tool_calls",
    "/messages/1/tool_calls/0",
    "/messages/1/tool_calls/0/arguments",
  ].reduce((before, pointer) => setOpen(before, pointer, true), setOpen(NO_FOLDS, "/messages/0", false));
  const rows = jsonRows(value, folds);
  expect(show(jsonLines({ look: LOOK, rows, from: 3, height: 16 }, 50))).toMatchInlineSnapshot(`
    "     ▸ 0: {role: "user", content: "漢字 and\\ttabs…|
         ▾ 1: {                                       |
             role: "assistant"                        |
             content: null                            |
           ▾ tool_calls: [                            |
             ▾ 0: {                                   |
                 id: "c1"                             |
               ▾ arguments: JSON                      |
                   city: "Oslo"                       |
                 }                                    |
               }                                      |
             ]                                        |
           }                                          |
         ]                                            |
       ▾ system: text                                 |
           line one                                   |"
  `);
});

test("pieces are coloured by what they are", () => {
  const rows = jsonRows(value, NO_FOLDS);
  const [line] = jsonLines({ look: LOOK, rows, from: 1, height: 1 }, 40);
  expect(line?.filter((span) => span.text.trim() !== "")).toEqual([
    { text: "model", style: LOOK.theme.style("json.key") },
    { text: ": ", style: LOOK.theme.style("json.punctuation") },
    { text: '"gpt-5"', style: LOOK.theme.style("json.string") },
  ]);
});
