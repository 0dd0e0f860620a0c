import { expect, test } from "vitest";
import { FIELDS } from "../../src/query/fields/fields.ts";
import { filterHelp } from "../../src/query/filter-help.ts";
import { parseFilter } from "../../src/query/syntax/parse.ts";

/** The fields that the contract names. */
const PROMISED =
  "kind role model provider tool agent status req resp args result sys err path step turn dur tok in out cached cost size at is diff under phase total.tok total.cost total.calls changed";

test("the table has every promised field, and no other", () => {
  expect(FIELDS.map((field) => field.name).sort()).toEqual(PROMISED.split(" ").sort());
});

test.each(filterHelp().filter((row) => !row.example.includes("…")))(
  "the example of $term is a filter: $example",
  (row) => {
    expect(parseFilter(row.example)).toMatchObject({ ok: true });
  },
);

test("every row says something", () => {
  for (const row of filterHelp()) {
    expect(row.term).not.toBe("");
    expect(row.help.length).toBeGreaterThan(3);
  }
});
